import { SignerUnavailable } from '../sending/signer.ts';
import { isStale } from './decide-following.ts';
import { saveWaits } from './queue-store.ts';
import type { SendDeps } from './send-deps.ts';
import { sideBySide } from './side-by-side.ts';
import { type SignedTransaction, storeSigned, transactionsToSign } from './transaction-store.ts';

/** Enough to keep a signer at the other end of a network busy. */
const signaturesAtOnce = 16;
/** As many as may be on their way. */
const maxSigned = 256;

export interface Signed {
  count: number;
  /** The signer did not sign all. */
  isSignerAway: boolean;
}

/** Has signed what is planned and stores the bytes. Nothing of it leaves before that. */
export async function signTransactions(deps: SendDeps): Promise<Signed> {
  const { sql, chain, signer, logger } = deps;
  const network = { id: chain.network, family: chain.family };
  const now = deps.now();
  const planned = (await transactionsToSign(sql, network.id, maxSigned)).filter(
    (each) => !isStale(each, now),
  );
  if (planned.length === 0) return { count: 0, isSignerAway: false };
  const signed: SignedTransaction[] = [];
  let isSignerAway = false;
  try {
    await sideBySide(planned, signaturesAtOnce, async ({ merchantId, id, number, wallet, unsigned }) => {
      const signature = await signer.sign({ network, wallet, unsigned });
      signed.push({ merchantId, id, number, ...chain.seal(unsigned, signature) });
    });
  } catch (error) {
    if (!(error instanceof SignerUnavailable)) throw error;
    isSignerAway = true;
    logger.warn({ err: error, network: network.id }, 'the signer does not sign');
  }
  if (signed.length > 0) await storeSigned(sql, signed);
  if (isSignerAway) {
    const done = new Set(signed.map(({ id }) => id));
    const waiting = planned.filter(({ id }) => !done.has(id));
    await saveWaits(
      sql,
      waiting.map(({ merchantId, id }) => ({ merchantId, id, reason: 'signer_unavailable' })),
    );
  }
  return { count: signed.length, isSignerAway };
}
