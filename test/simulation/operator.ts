import { parseAddress } from '../../src/chain/chains/address/codec.ts';
import type { CustodyReport } from '../../src/crypto/custody/custody.ts';
import { findPayoutByClaim } from '../../src/crypto/payouts/claim/claim-secret.ts';
import type { Known, KnownPayout } from './moves/move.ts';
import { approve } from './moves/people.ts';
import { runAll } from './moves/program.ts';
import { fairWeather, setWeather, weatherOf } from './moves/weather.ts';
import { networks, type World } from './world.ts';

/** What `pasarela restored status --json` lists of a transfer. */
interface Outflow {
  network: string;
  to: string;
  transactionHash: string;
}

/** A transaction that is still followed is given up within these rounds. */
const maxTries = 8;
const roundMs = 60_000;

/** A command of a person who acts. */
export const act = (world: World, ...words: string[]) =>
  world.command(...words, '--by', world.operator, '--note', 'as the guide says');

/**
 * After a restore the operator does what docs/operate/backup.md says, and knows from merchants who was paid. Returns
 * what went on, and adds to the violations that it cannot be brought to an end.
 */
export async function confirmRestore(world: World, known: Known): Promise<string> {
  const weather = weatherOf(world);
  setWeather(world, fairWeather);
  try {
    return await compareAndConfirm(world, known);
  } finally {
    setWeather(world, weather);
  }
}

async function compareAndConfirm(world: World, known: Known): Promise<string> {
  const done: string[] = [];
  for (let tries = 0; tries < maxTries; tries++) {
    for (let round = 0; round < 2; round++) await oneRound(world);
    const status = await world.command('restored', 'status', '--json');
    if (status.stdout === '') done.push(firstLine(status.stderr));
    const { outflows } = JSON.parse(status.stdout || '{"outflows":[]}') as { outflows: Outflow[] };
    for (const outflow of outflows) done.push(await explain(world, known, outflow));
    const { exitCode, stderr } = await act(world, 'restored', 'confirm');
    if (exitCode === 0) return [...done, 'confirmed', ...(await bookSweeps(world))].join(', ');
    done.push(firstLine(stderr));
  }
  known.violations.push(`a restore cannot be confirmed: ${done.join(', ')}`);
  return done.join(', ');
}

/** What sweeps of a lost database brought, as `custody check` names it. */
export async function bookSweeps(world: World): Promise<string[]> {
  const { stdout } = await world.command('custody', 'check', '--json');
  const reports: CustodyReport[] = JSON.parse(stdout || '[]');
  const done: string[] = [];
  for (const { network, places } of reports) {
    for (const { place, parts } of places) {
      for (const { kind, hash } of parts) {
        if (kind !== 'unknown_in' || place === 'deposits' || hash === null) continue;
        const {
          exitCode,
          stdout: booked,
          stderr,
        } = await act(world, 'custody', 'book', network, place, hash);
        done.push(firstLine(exitCode === 0 ? booked : stderr));
      }
    }
  }
  return done;
}

async function oneRound(world: World): Promise<void> {
  await world.clock.pass(roundMs);
  for (const network of networks) await world.mine(network, 3);
  await runAll(world);
}

/** Ends the payout that this transfer paid, or books the transfer. */
async function explain(
  world: World,
  { payouts }: Known,
  { network, to, transactionHash }: Outflow,
): Promise<string> {
  const address = parseAddress(network === 'TRC20' ? 'tron' : 'evm', to) as string;
  const paid = payouts.find((each) => addressesOf(each).includes(address));
  let payout = paid && (await findPayoutByClaim(world.sql, paid.token));
  if (paid && payout?.status === 'review') {
    await approve(world, payout.id);
    payout = await findPayoutByClaim(world.sql, paid.token);
  }
  if (payout && ['queued', 'sending', 'pending'].includes(payout.status)) {
    const { exitCode, stderr } = await act(world, 'restored', 'adopt', payout.id, transactionHash);
    return exitCode === 0 ? 'adopted' : firstLine(stderr);
  }
  if (paid && payout?.status === 'open') {
    const { exitCode, stderr } = await act(world, 'payouts', 'cancel', payout.id);
    if (exitCode !== 0) return firstLine(stderr);
    paid.isSettledOutside = true;
  }
  const { exitCode, stderr } = await act(world, 'custody', 'book', network, 'hot', transactionHash);
  return exitCode === 0 ? 'booked' : firstLine(stderr);
}

export const addressesOf = ({ address, former = [] }: KnownPayout): string[] => [address, ...former];

const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 160) ?? '';
