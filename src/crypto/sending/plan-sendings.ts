import type { Tx } from '../../base/db/pool.ts';
import type { Draft, OutgoingTransfer } from '../../chain/chains/port/payout-chain.ts';
import { type Account, takeNonces } from './nonces.ts';
import {
  isAsSeen,
  isStranded,
  type Lane,
  nextNumber,
  type Purpose,
  type Sending,
  type SendingKey,
} from './sending.ts';
import { changeWallet, insertPlanned, insertSendings, lockSendings } from './store.ts';

/** A transfer to plan: its first transaction, or another one if all earlier ones are dead. */
export interface ToPlan extends SendingKey {
  purpose: Purpose;
  to: string;
  amountUnits: bigint;
  /** The stranded sending, which the caller holds; null: it is new. */
  stranded: Sending | null;
}

/**
 * Records what may be signed: from then on only the chain can end these. The caller holds the account (`lockAccount`),
 * so that the free balance it computed stays valid. `chainNonce` is null on a network without nonces.
 */
export async function planSendings(
  tx: Tx,
  lane: Lane,
  account: Account,
  chainNonce: bigint | null,
  plans: readonly ToPlan[],
  draft: (transfer: OutgoingTransfer, nonce: bigint | null) => Draft,
  now: Date,
): Promise<void> {
  if (plans.length === 0) return;
  const { wallet } = account;
  await insertSendings(
    tx,
    lane,
    wallet,
    plans.filter(({ stranded }) => stranded === null),
    now,
  );
  await changeWallet(
    tx,
    wallet,
    plans.filter(({ stranded }) => stranded !== null && stranded.wallet !== wallet),
  );
  const nonces = chainNonce === null ? [] : await takeNonces(tx, account, chainNonce, plans);
  const planned = plans.map(({ merchantId, id, to, amountUnits, stranded }, at) => {
    const nonce = nonces[at] ?? null;
    return {
      merchantId,
      id,
      number: stranded ? nextNumber(stranded) : 1,
      nonce,
      draft: draft({ wallet, to, amountUnits }, nonce),
    };
  });
  await insertPlanned(tx, lane.network, account, planned, now);
}

/** Locks stranded sendings for the rest of the transaction; leaves out those that another worker advanced. */
export async function lockStranded(tx: Tx, seen: readonly Sending[]): Promise<Sending[]> {
  const before = new Map(seen.map((sending) => [sending.id, sending]));
  return (await lockSendings(tx, seen)).filter(
    (sending) => isStranded(sending) && isAsSeen(before.get(sending.id) as Sending, sending),
  );
}
