import { type AlarmDeps, notifyOperator } from '../../accounts/alarms/alarms.ts';
import type { Job } from '../../base/worker/worker.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import { takeUntold } from '../sending/held-outcomes.ts';
import { describeHeld } from './held-text.ts';

/** Notifies the operator of every held transfer, sweeps included, once each and with the answer of each node. */
export function heldOutcomesJob(deps: AlarmDeps & { notation: Notation; now(): Date }): Job {
  const { sql, notation } = deps;
  return {
    name: 'tell-held-outcomes',
    idleMs: 2_000,
    async run() {
      return await sql.begin(async (tx) => {
        const untold = await takeUntold(tx, deps.now());
        for (const held of untold) {
          const log = await notifyOperator(tx, deps, {
            network: held.network,
            text: `${held.network}: no node proves what a ${held.purpose} moved; it is held\n${describeHeld(notation, held)}`,
            advice:
              'Nothing is released. Look at the transaction in an explorer and at both balances. Two people say what became of it: pasarela outcomes decide, or the page of the dashboard that stops payouts. It ends by itself as soon as a node shows the transfer.',
          });
          tx.afterCommit(log);
        }
        return untold.length;
      });
    },
  };
}
