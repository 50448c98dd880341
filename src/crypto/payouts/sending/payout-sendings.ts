import type { Sql } from '../../../base/db/pool.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import type { SendingUser } from '../../sending/engine-deps.ts';
import type { PayoutFailure } from '../payout.ts';
import { announcePending, endPayouts, type PayoutEnd } from '../record-outcome.ts';
import { lockUnderWay, type Payout } from '../store.ts';
import { saveUnproven, saveWaits } from './queue-store.ts';

/** Applies the outcome of sendings to payouts, which share their ids. */
export function payoutSendings({ sql, notation }: { sql: Sql; notation: Notation }): SendingUser {
  return {
    async taken(tx, taken, now) {
      const hashes = new Map(taken.map(({ sending, hash }) => [sending.id, hash]));
      const payouts = await lockUnderWay(
        tx,
        taken.map(({ sending }) => sending),
      );
      await announcePending(notation, tx, untold(payouts, hashes), now);
    },
    async ended(tx, ends, now) {
      const payouts = await lockUnderWay(
        tx,
        ends.map(({ sending }) => sending),
      );
      const byId = new Map(payouts.map((payout) => [payout.id, payout]));
      const hashes = new Map(ends.map(({ sending, fate }) => [sending.id, fate.hash]));
      // A process that died between broadcast and recording did not notify the merchant.
      await announcePending(notation, tx, untold(payouts, hashes), now);
      await endPayouts(
        notation,
        tx,
        ends.map(({ sending: { id }, fate }): PayoutEnd => {
          const payout = { ...(byId.get(id) as Payout), status: 'pending' as const };
          return fate.outcome === 'transferred'
            ? { payout, status: 'success', transactionHash: fate.hash }
            : {
                payout,
                status: 'failed',
                failure: fate.outcome,
                note: noteOf[fate.outcome],
                transactionHash: fate.hash,
              };
        }),
        now,
      );
    },
    held: (tx, held) => saveUnproven(tx, held),
    waits: (waits) => saveWaits(sql, waits),
  };
}

const noteOf = {
  reverted: 'The token contract refused the transfer.',
  out_of_energy: 'The transaction ran out of energy on the network.',
  not_transferred: 'The transaction moved nothing, as two people found.',
} satisfies Partial<Record<PayoutFailure, string>>;

function untold(payouts: readonly Payout[], hashes: ReadonlyMap<string, string>) {
  return payouts
    .filter(({ status }) => status === 'sending')
    .map((payout) => ({ payout, transactionHash: hashes.get(payout.id) as string }));
}
