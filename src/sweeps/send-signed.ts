import { isStale } from '../payouts/decide-following.ts';
import { chainFor, type RunDeps } from './run-deps.ts';
import type { ItemUnderWay } from './sweep.ts';
import {
  buryUnsigned,
  markSent,
  storeSigned,
  type TransactionKey,
  transactionsToSend,
  transactionsToSign,
} from './transaction-store.ts';

/** Signs what is planned and stores the bytes. Nothing of it leaves before that. */
export async function signPlanned(deps: RunDeps): Promise<number> {
  const { sql, sweep, keys } = deps;
  let count = 0;
  for (const planned of await transactionsToSign(sql, sweep.id)) {
    if (isStale(planned, deps.now())) {
      await buryUnsigned(sql, planned);
      continue;
    }
    const chain = chainFor(deps, planned.purpose);
    const network = { id: chain.network, family: chain.family };
    const signature = keys.sign({ network, wallet: planned.wallet, unsigned: planned.unsigned });
    if (await storeSigned(sql, planned, chain.seal(planned.unsigned, signature))) count += 1;
  }
  return count;
}

/**
 * Hands over what is signed, in the order of nonces, one after the other: a node takes them as they come. However it
 * answers, they may be on the chain; what became of them is asked later.
 */
export async function sendSigned(
  deps: RunDeps,
  items: readonly ItemUnderWay[],
  again: readonly TransactionKey[],
): Promise<number> {
  const { sql, sweep } = deps;
  let count = 0;
  for (const { signed, hash, purpose, ...key } of await transactionsToSend(sql, sweep.id, again)) {
    const item = items.find(({ id }) => id === key.itemId);
    const answer = await chainFor(deps, purpose).broadcast(signed);
    if (answer.taken) {
      await markSent(sql, key, deps.now());
      if (item) deps.tell({ kind: 'sent', item, purpose, hash });
      count += 1;
    } else if (item) {
      deps.tell({ kind: 'declined', item, hash, reason: answer.reason });
    }
  }
  return count;
}
