import { setTimeout as delay } from 'node:timers/promises';
import {
  checkAcquirer,
  checkAlways,
  checkCalm,
  checkEvents,
  checkPayouts,
} from '../../test/simulation/checks.ts';
import type { Known } from '../../test/simulation/moves/move.ts';
import type { World as SimulatedWorld } from '../../test/simulation/world.ts';
import type { Made } from './customers.ts';
import type { World } from './world.ts';

/** Longer than anything that runs by itself: a webhook's last retry, an inquiry, a hold that ends. */
const calmMs = 300_000;
const pollMs = 2_000;

/** When all clients are gone and nothing fails any more: what is still there, or wrong. */
export async function findFaults(world: World, made: Made): Promise<string[]> {
  await endWhatIsUnpaid(world);
  const seen = asSimulated(world);
  const known = { payouts: made.payouts, forgotten: [] } as unknown as Known;
  const deadline = performance.now() + calmMs;
  let waiting = await checkCalm(seen, known);
  while (waiting.length > 0 && performance.now() < deadline) {
    await delay(pollMs);
    waiting = await checkCalm(seen, known);
  }
  return [
    ...waiting,
    ...made.surprises,
    ...(await checkAlways(seen)),
    ...(await checkAcquirer(seen, known)),
    ...(await checkEvents(seen)),
    ...(await checkPayouts(seen, known)),
    ...(await checkTold(world, made)),
  ];
}

/** The simulation's checks read only these parts. */
function asSimulated({ sql, confirmed, networks }: World): SimulatedWorld {
  const { ERC20 } = networks;
  return { sql, confirmed, chains: { ERC20 } } as unknown as SimulatedWorld;
}

/** Customers who went away: their charges and orders end now instead of in half an hour. */
async function endWhatIsUnpaid({ sql, running }: World): Promise<void> {
  const { url } = [...running.values()][0] as { url: string };
  const play = (path: string) =>
    fetch(`${url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ play: 'expire' }),
    });
  const charges = await sql<{ id: string }[]>`SELECT id FROM charges WHERE status = 'open'`;
  for (const { id } of charges) await play(`charges/${id}`);
  const orders = await sql<
    { id: string }[]
  >`SELECT id FROM crypto_orders WHERE status IN ('open', 'awaiting')`;
  for (const { id } of orders) await play(`orders/${id}`);
  // Reminders are for the next days.
  await sql`UPDATE mails SET due_at = now() WHERE status IN ('collecting', 'queued')`;
}

/** Every charge that was answered exists, and every approval that a customer saw holds. */
async function checkTold({ sql }: World, made: Made): Promise<string[]> {
  const rows = await sql<{ id: string; status: string }[]>`SELECT id, status FROM charges`;
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const paid = ['approved', 'partially_refunded', 'refunded'];
  return [
    ...[...made.charges]
      .filter((id) => !statuses.has(id))
      .map((id) => `charge ${id} was promised and is not there`),
    ...[...made.approved]
      .filter((id) => !paid.includes(statuses.get(id) ?? ''))
      .map((id) => `charge ${id} was shown as approved and is ${statuses.get(id)}`),
  ];
}
