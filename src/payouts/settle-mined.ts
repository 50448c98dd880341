import type { Fate } from '../chains/port/payout-chain.ts';
import type { PayoutFailure } from './payout.ts';
import type { SendDeps } from './send-deps.ts';
import type { PayoutUnderWay } from './sending.ts';
import { announcePending, endPayouts, type PayoutEnd } from './settle-payouts.ts';
import { lockPayoutsUnderWay, markFinal } from './transaction-store.ts';

type Mined = Extract<Fate, { kind: 'mined' }>;

/** Ended in one transaction: statements of a bounded size, and balances that are not held for long. */
const maxAtOnce = 100;

/** Ends payouts by what a final block says: their transactions, status, ledger and events together. */
export async function settleMined(
  deps: SendDeps,
  finals: readonly { payout: PayoutUnderWay; fate: Mined }[],
): Promise<void> {
  for (let at = 0; at < finals.length; at += maxAtOnce) {
    await settleTogether(deps, finals.slice(at, at + maxAtOnce));
  }
}

async function settleTogether(
  { sql, writing, now }: SendDeps,
  finals: readonly { payout: PayoutUnderWay; fate: Mined }[],
): Promise<void> {
  const at = now();
  await sql.begin(async (tx) => {
    const payouts = await lockPayoutsUnderWay(
      tx,
      finals.map(({ payout }) => payout),
    );
    const byId = new Map(payouts.map((payout) => [payout.id, payout]));
    // Another worker may have settled some meanwhile.
    const open = finals.filter(({ payout }) => byId.has(payout.id));
    if (open.length === 0) return;
    await markFinal(
      tx,
      open.map(({ payout: { merchantId, id, transactions }, fate }) => {
        const number = transactions.find(({ hash }) => hash === fate.hash)?.number;
        if (number === undefined) throw new Error(`payout ${id} has no transaction ${fate.hash}`);
        return { merchantId, id, number, blockNumber: fate.blockNumber, networkFee: fate.networkFee };
      }),
      at,
    );
    const hashes = new Map(open.map(({ payout, fate }) => [payout.id, fate.hash]));
    // Whoever died between handing it over and recording that did not tell the merchant.
    const untold = payouts.filter(({ status }) => status === 'sending');
    await announcePending(
      writing,
      tx,
      untold.map((payout) => ({ payout, transactionHash: hashes.get(payout.id) as string })),
      at,
    );
    const ends = open.map(({ payout: { id }, fate }): PayoutEnd => {
      const payout = { ...(byId.get(id) as (typeof payouts)[number]), status: 'pending' as const };
      return fate.outcome === 'transferred'
        ? { payout, status: 'success', transactionHash: fate.hash }
        : {
            payout,
            status: 'failed',
            failure: fate.outcome,
            note: noteOf[fate.outcome],
            transactionHash: fate.hash,
          };
    });
    await endPayouts(writing, tx, ends, at);
  });
}

const noteOf = {
  reverted: 'The token contract refused the transfer.',
  out_of_energy: 'The transaction ran out of energy on the network.',
  not_transferred: 'The transaction is in a block, but its token transfer is not.',
} satisfies Partial<Record<PayoutFailure, string>>;
