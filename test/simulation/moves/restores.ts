import { noteCluster } from '../../../src/commerce/installation/mark-restored.ts';
import { findPayoutByClaim } from '../../../src/crypto/payouts/claim/claim-secret.ts';
import { isRestored } from '../../../src/crypto/payouts/pauses/pauses.ts';
import type { TestDatabase } from '../../kit/postgres.ts';
import type { Chance } from '../chance.ts';
import { act, confirmRestore } from '../operator.ts';
import { networks, type World } from '../world.ts';
import { queuePayout } from './crypto.ts';
import { type Known, type Move, newAddress } from './move.ts';

export const restoreMoves: readonly Move[] = [
  {
    name: 'backup',
    weight: 2,
    async run(world, known, chance) {
      // A lost payout that was already sent is the most dangerous loss.
      const queued = chance.happens(0.3) ? await queuePayout(world, known, chance) : '';
      // A backup is of any moment: also of one in the middle of a job.
      const job = chance.pick(world.program().jobs);
      const at = chance.below(12);
      if (at > 0) {
        world.breakAt(at, true);
        await world.run(job);
        world.mend();
      }
      await known.backup?.drop();
      known.backup = await world.copies.take();
      return at > 0 ? `in ${job.name}, after statement ${at}; ${queued}` : queued;
    },
  },
  {
    name: 'restore',
    weight: 1.5,
    async run(world, known, chance) {
      const { backup } = known;
      if (backup === null) return undefined;
      const how = chance.pick(['marked', 'noticed', 'set back and marked']);
      await world.restart(async () => {
        await setBack(world, known, chance, backup);
        // A disk that was set back is the same database as before: only a person knows.
        if (how === 'set back and marked') await noteCluster(world.sql);
        if (how !== 'noticed') await act(world, 'restored', 'mark');
      });
      return chance.happens(0.5) ? `${how}: ${await confirmRestore(world, known)}` : how;
    },
  },
  {
    name: 'promote',
    weight: 1,
    async run(world, known, chance) {
      const queued = chance.happens(0.5) ? await queuePayout(world, known, chance) : '';
      const standby = await world.copies.take();
      const done: string[] = [];
      for (let count = chance.below(8); count > 0; count--) {
        const network = chance.pick(networks);
        const { jobs } = world.program();
        const sender = jobs.find(({ name }) => name === `send-payouts-${network}`);
        const job = sender && chance.happens(0.5) ? sender : chance.pick(jobs);
        await world.run(job);
        done.push(job.name);
        if (chance.happens(0.5)) await world.mine(network, 1);
      }
      // The program runs on, with all that it remembers of the lost database.
      await setBack(world, known, chance, standby);
      await standby.drop();
      return `${queued} without ${done.join(', ')}`;
    },
  },
  {
    name: 'operator',
    weight: 3,
    async run(world, known) {
      return (await isRestored(world.sql)) ? await confirmRestore(world, known) : undefined;
    },
  },
];

/** People remember what the database has forgotten. */
async function setBack(world: World, known: Known, chance: Chance, copy: TestDatabase): Promise<void> {
  for (const each of known.payouts) {
    each.units ??= (await findPayoutByClaim(world.sql, each.token))?.amountUnits;
  }
  for (const id of await world.copies.putBack(copy)) known.forgotten.add(id);
  for (const each of known.payouts) {
    const payout = await findPayoutByClaim(world.sql, each.token);
    if (each.network === null || !payout || payout.network !== null) continue;
    // It has to be confirmed again, and its recipient may use another wallet.
    each.network = null;
    if (chance.happens(0.5)) continue;
    each.former = [...(each.former ?? []), each.address];
    each.address = newAddress(chance);
  }
}
