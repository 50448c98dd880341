import { createHash } from 'node:crypto';
import { newIdOf } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { AssetCode } from '../../../base/money/asset.ts';
import type { OpenPayoutDeps } from '../request/open-payout.ts';
import { assessBatch, type BatchAssessment } from './assess-batch.ts';
import { findBatch, findSameBatch, insertBatch, type PayoutBatch } from './batch-store.ts';
import { type BatchRow, type RowFault, readBatch } from './read-batch.ts';

export interface CheckedBatch {
  batch: PayoutBatch;
  assessment: BatchAssessment;
  /** An earlier batch with the same content; null: none known. */
  same: PayoutBatch | null;
}

export interface BatchRequest {
  merchantId: string;
  name: string;
  asset: AssetCode;
  text: string;
  madeBy: string;
}

/** Checks a file as a whole. A file without faults is stored for confirmation; of any other nothing is stored. */
export async function checkBatch(
  deps: OpenPayoutDeps,
  { merchantId, name, asset, text, madeBy }: BatchRequest,
): Promise<CheckedBatch | { faults: RowFault[] }> {
  const read = readBatch(text);
  if ('faults' in read) return read;
  const { lines } = read;
  const batch: PayoutBatch = {
    merchantId,
    id: newIdOf(merchantId),
    name,
    madeBy,
    asset,
    digest: digestOf(asset, lines),
    lineCount: lines.length,
    amountMinor: lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    createdAt: deps.now(),
    confirmedAt: null,
    finishedAt: null,
  };
  const named = lines.map((line) => ({ ...line, payoutId: newIdOf(merchantId) }));
  const rate = await deps.freshRate(asset);
  return await deps.sql.begin(async (tx) => {
    await insertBatch(tx, batch, named);
    return {
      batch,
      assessment: await assessBatch(deps, tx, batch, rate),
      same: await findSameBatch(tx, batch),
    };
  });
}

export async function getBatch(
  deps: Pick<OpenPayoutDeps, 'sql'>,
  merchantId: string,
  id: string,
): Promise<PayoutBatch> {
  const batch = await findBatch(deps.sql, merchantId, id);
  if (!batch) throw new PasarelaError('not_found', 'There is no such batch of payouts here.');
  return batch;
}

/** A digest of the rows' content: the format of the file makes no difference. */
function digestOf(asset: AssetCode, lines: readonly BatchRow[]): Buffer {
  const said = lines.map(({ country, amountMinor, email, reference, description }) => [
    country,
    String(amountMinor),
    email.toLowerCase(),
    reference,
    description,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([asset, said]))
    .digest();
}
