import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCoinChain, createPayoutChain } from '../../../src/chain/chains/create-payout-chain.ts';
import { notation } from '../../../src/chain/chains/notation.ts';
import type { ServedNetwork } from '../../../src/chain/chains/served-network.ts';
import { addressOfKey } from '../../../src/chain/signers/signing.ts';
import { readAccountKeys } from '../../../src/chain/wallets/account-keys.ts';
import { createCoverWatch } from '../../../src/commerce/installation/cover-watch.ts';
import { isRestored } from '../../../src/crypto/payouts/pauses/pauses.ts';
import type { SweepReport } from '../../../src/crypto/sweeps/run-deps.ts';
import { stepSweep } from '../../../src/crypto/sweeps/run-sweep.ts';
import type { Sweep } from '../../../src/crypto/sweeps/sweep.ts';
import { sweepKeys } from '../../../src/crypto/sweeps/sweep-keys.ts';
import {
  findSweep,
  itemsOf,
  listSweeps,
  startRun,
  sweepInTheWay,
} from '../../../src/crypto/sweeps/sweep-store.ts';
import { boundsOf } from '../../kit/payouts/sending-bounds.ts';
import { act } from '../operator.ts';
import { gasKey, networks, type SimulatedNetwork, type World } from '../world.ts';
import type { Move } from './move.ts';

const treasury = `0x${'7'.repeat(40)}`;
/** As `sweep run` has it on a local chain. */
const patienceMs = 8_000;
/** A sweep whose node answers is over by then. */
const maxRounds = 20;
const roundMs = 5_000;

/** The operator moves deposits to the hot wallet or the treasury. */
export const sweepMoves: readonly Move[] = [
  {
    name: 'sweep plan',
    weight: 2,
    async run(world, _, chance) {
      const network = chance.pick(networks);
      const to = chance.happens(0.8) ? 'hot' : `treasury:${notation.formatAddress(network, treasury)}`;
      return (await planSweep(world, network, to, chance.pick(['1', '20']))) || undefined;
    },
  },
  {
    name: 'sweep step',
    weight: 7,
    async run(world, _, chance) {
      const open = await openSweeps(world);
      if (open.length === 0) return undefined;
      const chosen = chance.pick(open);
      const isCut = chance.happens(0.15);
      if (isCut) world.breakAt(1 + chance.below(25), chance.happens(0.5));
      const done = await step(world, chosen).finally(world.mend);
      return `${chosen.id} ${isCut ? 'cut: ' : ''}${done}`;
    },
  },
  {
    name: 'sweep cancel',
    weight: 0.4,
    async run(world, _, chance) {
      const open = await openSweeps(world);
      if (open.length === 0) return undefined;
      const { id } = chance.pick(open);
      const { exitCode } = await act(world, 'sweep', 'cancel', id);
      return `${id} ${exitCode === 0 ? 'canceled' : 'refused'}`;
    },
  },
];

async function openSweeps(world: World): Promise<Sweep[]> {
  return (await listSweeps(world.sql, 1_000)).filter(({ status }) => status !== 'done');
}

/** Makes one step of `sweep run`. */
async function step(world: World, { id }: Pick<Sweep, 'id'>): Promise<string> {
  const { sql } = world.program();
  const told: string[] = [];
  const sweep = await findSweep(sql, id);
  if (!sweep) return 'is gone';
  // `sweep run` refuses as well.
  if (await isRestored(sql)) return 'held';
  const served = throughBadNodes(world, sweep.network as SimulatedNetwork);
  const { network } = served;
  const accounts = readAccountKeys(await readFile(join(world.dataDir, 'deposit-keys'), 'utf8'));
  const keys = sweepKeys(accounts, network.coinType, Buffer.from(gasKey.slice(2), 'hex'));
  const sending = { sending: new Map([[network.id, boundsOf(network)]]) };
  const [usdt, coin] = [createPayoutChain(served, sending), createCoinChain(served, sending)];
  try {
    if (keys.missing(await itemsOf(sql, id)).length > 0) return 'keys are missing';
    const gasPayer = addressOfKey(Buffer.from(gasKey.slice(2), 'hex'));
    if (usdt.hasNonces && (await sweepInTheWay(sql, sweep, gasPayer as string))) return 'after another one';
    if (!(await sql.begin((tx) => startRun(tx, id, gasPayer)))) return 'another one pays for it';
    const count = await stepSweep({
      sql,
      sweep: (await findSweep(sql, id)) as Sweep,
      usdt,
      coin,
      keys,
      patienceMs,
      mayLeave: createCoverWatch(sql, () => {}).look,
      tell: (report) => told.push(inWords(report)),
      now: () => new Date(),
    });
    return [count === null ? 'done' : String(count), ...told].join(', ');
  } catch (error) {
    return [...told, `failed (${(error as Error).message.split('\n')[0]?.slice(0, 90)})`].join(', ');
  } finally {
    keys.wipe();
    await Promise.all([usdt.close(), coin.close()]);
  }
}

function throughBadNodes(world: World, id: SimulatedNetwork): ServedNetwork {
  const served = world.sandbox.networks.served.find(({ network }) => network.id === id) as ServedNetwork;
  return { ...served, rpcUrls: [world.nodes[id].url] };
}

function inWords(report: SweepReport): string {
  const what = 'item' in report ? ` ${report.item.number}` : '';
  const why = 'note' in report ? `: ${report.note}` : 'reason' in report ? `: ${report.reason}` : '';
  return `${report.kind}${what}${why}`.slice(0, 120);
}

/** Sweeps all remaining deposits and finishes every open sweep. Returns the last steps if one does not finish. */
export async function sweepAll(world: World): Promise<string[]> {
  for (const network of networks) await planSweep(world, network);
  const done: string[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const open = await openSweeps(world);
    if (open.length === 0) return [];
    for (const sweep of open) done.push(`sweep ${sweep.id}: ${await step(world, sweep)}`);
    await world.clock.pass(roundMs);
    for (const network of networks) await world.mine(network, 3);
  }
  return done.slice(-maxRounds);
}

/** Returns what was planned, and nothing if there is nothing to move. */
async function planSweep(
  world: World,
  network: SimulatedNetwork,
  to = 'hot',
  limit = '500',
): Promise<string> {
  const words = ['--to', to, '--min', '1', '--limit', limit];
  const { stdout, stderr } = await world.command('sweep', 'plan', network, ...words, '--json');
  const { sweep = null, plan } = JSON.parse(stdout || '{}');
  if (sweep === null) return stderr.split('\n')[0] ?? '';
  return `${sweep.id} ${network} ${plan.items.length} to ${to}`;
}
