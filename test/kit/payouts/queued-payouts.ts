import { randomBytes } from 'node:crypto';
import { toHex } from 'viem';
import { postEntries, postEntry } from '../../../src/accounts/ledger/ledger.ts';
import { newId } from '../../../src/base/db/ids.ts';
import type { Sql } from '../../../src/base/db/pool.ts';
import { assetOn } from '../../../src/chain/chains/networks.ts';
import { reservedEntry } from '../../../src/crypto/payouts/post-payouts.ts';
import {
  insertPayout,
  lockPayout,
  type Payout,
  saveConfirmation,
} from '../../../src/crypto/payouts/store.ts';
import type { EvmPayer } from '../chains/payer.ts';
import { insertStore } from '../merchants.ts';

export interface PayoutOptions {
  amountUnits?: bigint;
  /** The amount that the merchant's limits count, if it differs. */
  amountMinor?: bigint;
  feeUnits?: bigint;
  to?: string;
  confirmedAt?: Date;
  merchantId?: string;
}

const merchantUnits = 1_000_000_000_000_000n;

/** A merchant with USDT on a network; returns its id. */
export async function addFundedStore(sql: Sql, network: string): Promise<string> {
  const merchantId = await insertStore(sql);
  await sql.begin((tx) =>
    postEntry(tx, {
      merchantId,
      kind: 'wallet_funded',
      subjectId: newId(),
      postings: [
        { account: 'merchant_available', asset: assetOn(network), amount: merchantUnits },
        { account: `custody_${network}`, asset: assetOn(network), amount: -merchantUnits },
      ],
    }),
  );
  return merchantId;
}

export async function queuePayout(
  sql: Sql,
  network: string,
  {
    merchantId,
    amountUnits = 1_000_000n,
    feeUnits = 10_000n,
    ...options
  }: PayoutOptions & { merchantId: string },
): Promise<Payout> {
  const now = options.confirmedAt ?? new Date();
  const id = newId();
  return await sql.begin(async (tx) => {
    const payout = {
      merchantId,
      id,
      country: 'COL',
      origin: 'api',
      amountMinor: options.amountMinor ?? amountUnits / 10_000n + 1n,
      asset: assetOn(network),
      email: 'ana@recipient.example',
      merchantIdCustom: null,
      description: null,
      metadata: null,
      opensUntil: new Date(Date.now() + 60_000),
      amountUnits,
      feeUnits,
      rateScaled: 100_000_000n,
      rateAt: now,
      rateSources: ['fixed'],
      madeBy: null,
      keyId: null,
      networks: null,
      createdAt: now,
    };
    await postEntry(tx, reservedEntry(payout));
    const secret = { requestHash: randomBytes(32), linkHash: randomBytes(32), linkSealed: randomBytes(8) };
    await insertPayout(tx, payout, secret);
    const open = (await lockPayout(tx, merchantId, id)) as Payout;
    await saveConfirmation(tx, open, {
      status: 'queued',
      network,
      address: options.to ?? toHex(randomBytes(20)),
      language: 'es',
      approvalsNeeded: 0,
      summedMinor: payout.amountMinor,
      confirmedAt: now,
    });
    return (await lockPayout(tx, merchantId, id)) as Payout;
  });
}

/** Queues many at once, as if all had been confirmed at the same moment. */
export async function queuePayouts(
  sql: Sql,
  network: string,
  merchantId: string,
  count: number,
  amountUnits = 1_000_000n,
): Promise<void> {
  const now = new Date();
  const payouts = Array.from({ length: count }, () => ({
    merchant_id: merchantId,
    id: newId(),
    status: 'queued',
    country: 'COL',
    origin: 'api',
    amount_minor: amountUnits / 10_000n,
    asset: assetOn(network),
    email: 'ana@recipient.example',
    request_hash: randomBytes(32),
    link_hash: randomBytes(32),
    link_sealed: randomBytes(8),
    opens_until: now,
    amount_units: amountUnits,
    fee_units: 0n,
    rate_scaled: 100_000_000n,
    rate_at: now,
    rate_sources: ['fixed'],
    network,
    address: randomBytes(20),
    confirmed_at: now,
    language: 'es',
    created_at: now,
  }));
  await sql.begin(async (tx) => {
    await postEntries(
      tx,
      payouts.map(({ id, asset }) => reservedEntry({ merchantId, id, asset, amountUnits, feeUnits: 0n })),
    );
    await tx`INSERT INTO payouts ${tx(payouts)}`;
  });
}

/** Wei, or sun on the chain beneath the Tron node. */
const plentyOfGas = 10n ** 15n;

export async function fundWallet(payer: EvmPayer, wallet: string, units = 1_000_000_000_000n): Promise<void> {
  await payer.rpc('anvil_setBalance', wallet, toHex(plentyOfGas * 1_000n));
  if (units > 0n) await payer.pay(wallet, units);
}
