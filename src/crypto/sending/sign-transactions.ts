import { sideBySide } from '../../base/ground/side-by-side.ts';
import { SignerUnavailable } from '../../chain/signers/signer.ts';
import { isStale } from './decide-following.ts';
import { type EngineDeps, type Progress, saveWaits } from './engine-deps.ts';
import { isAlive } from './sending.ts';
import { type PlannedTransaction, storeSigned, transactionsToSign } from './signing-store.ts';
import { buryTransactions, lockSendings, type TransactionKey } from './store.ts';

/** Enough to keep a remote signer busy. */
const signaturesAtOnce = 16;
/** The limit of transactions under way. */
const maxSigned = 256;

/** Signs planned transactions and stores the bytes. Nothing is broadcast before that. */
export async function signTransactions(deps: EngineDeps): Promise<Progress> {
  const { sql, lane, signer } = deps;
  const now = deps.now();
  const all = (await transactionsToSign(sql, lane, maxSigned)).filter((each) => !isStale(each, now));
  const planned = all.length > 0 ? await mayBeSigned(deps, all) : [];
  const reasons: Progress['reasons'] = new Set();
  if (planned.length === 0) return { count: 0, reasons };
  const signed: (TransactionKey & { signed: string; hash: string })[] = [];
  try {
    await sideBySide(
      planned,
      signaturesAtOnce,
      async ({ merchantId, id, number, purpose, wallet, unsigned }) => {
        const chain = deps.chainOf(purpose);
        const network = { id: chain.network, family: chain.family };
        const signature = await signer.sign({ network, wallet, unsigned });
        signed.push({ merchantId, id, number, ...chain.seal(unsigned, signature) });
      },
    );
  } catch (error) {
    if (!(error instanceof SignerUnavailable)) throw error;
    reasons.add('signer_unavailable');
    deps.tell({ kind: 'signer_away', error });
  }
  if (signed.length > 0) await storeSigned(sql, signed);
  if (reasons.size > 0) {
    const done = new Set(signed.map(({ id }) => id));
    const waiting = planned.filter(({ id }) => !done.has(id));
    await saveWaits(
      deps,
      waiting.map(({ merchantId, id, purpose }) => ({
        merchantId,
        id,
        purpose,
        reason: 'signer_unavailable',
      })),
    );
  }
  return { count: signed.length, reasons };
}

/** Gives up transactions that must not be signed as they are, unless another worker signed them meanwhile. */
async function mayBeSigned(deps: EngineDeps, planned: PlannedTransaction[]): Promise<PlannedTransaction[]> {
  if (!deps.maySign) return planned;
  const { sign, giveUp } = await deps.maySign(planned);
  if (giveUp.length > 0) {
    await deps.sql.begin(async (tx) => {
      const unsigned = (await lockSendings(tx, giveUp)).filter(({ transactions }) =>
        transactions.filter(isAlive).every(({ status }) => status === 'planned'),
      );
      await buryTransactions(tx, unsigned);
    });
  }
  return sign;
}
