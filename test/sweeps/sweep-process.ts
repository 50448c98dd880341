import postgres from 'postgres';
import { createCoinChain, createPayoutChain } from '../../src/chains/create-payout-chain.ts';
import type { ServedNetwork } from '../../src/chains/served-network.ts';
import type { Sql } from '../../src/db/pool.ts';
import type { PayoutChain } from '../../src/payouts/payout-chain.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import { stepSweep } from '../../src/sweeps/run-sweep.ts';
import type { Sweep } from '../../src/sweeps/sweep.ts';
import { sweepKeys } from '../../src/sweeps/sweep-keys.ts';
import { findSweep, itemsOf, startRun } from '../../src/sweeps/sweep-store.ts';
import { readAccountKeys } from '../../src/wallets/account-keys.ts';

/**
 * A process that runs one sweep and kills itself on the way, with SIGKILL: just before the n-th thing that it does to
 * the database or asks of the outside, or just after the outside answered and before the program sees the answer.
 */
export interface Journey {
  databaseUrl: string;
  served: Omit<ServedNetwork, 'network'> & { network: Record<string, unknown> };
  xprv: string;
  gasKey: string;
  /** Of the chain itself, which makes a block when asked to. */
  chainUrl: string;
}
export interface Start {
  sweepId: string;
  stopAt: number;
}
export type Told = { ready: true } | { isDone: true; acts: number };

const journey: Journey = JSON.parse(process.env.JOURNEY ?? '');
let stopAt = Number.POSITIVE_INFINITY;
let acts = 0;
let isCounting = false;

function act(): void {
  if (!isCounting) return;
  acts += 1;
  if (acts === stopAt) process.kill(process.pid, 'SIGKILL');
}

/** Every method that goes outside counts before and after. */
function counted(chain: PayoutChain): PayoutChain {
  const wrapped = { ...chain };
  for (const method of ['wallet', 'drafting', 'broadcast', 'fateOf'] as const) {
    const call = chain[method] as (...args: unknown[]) => Promise<unknown>;
    wrapped[method] = (async (...args: unknown[]) => {
      act();
      try {
        return await call(...args);
      } finally {
        act();
      }
    }) as never;
  }
  return wrapped;
}

const sql: Sql = postgres(journey.databaseUrl, {
  // One connection, so that the order of things is the same every time.
  max: 1,
  types: { bigint: postgres.BigInt },
  onnotice: () => {},
  debug: act,
});
const { network } = journey.served;
const served = {
  ...journey.served,
  network: { ...network, chainId: BigInt(network.chainId as string) },
} as unknown as ServedNetwork;
const { id, coinType } = served.network;
const sending = new Map([
  [id, { maxFeeWei: 100_000_000_000n, feeLimitSun: 100_000_000n, expirySeconds: 60 }],
]);
const usdt = counted(createPayoutChain(served, { sending }));
const coin = counted(createCoinChain(served, { sending }));
const keys = sweepKeys(readAccountKeys(journey.xprv), coinType, Buffer.from(journey.gasKey.slice(2), 'hex'));

async function run(sweepId: string): Promise<void> {
  keys.missing(await itemsOf(sql, sweepId));
  await sql.begin((tx) => startRun(tx, sweepId, keys.gasPayer));
  const sweep = (await findSweep(sql, sweepId)) as Sweep;
  const now = () => new Date();
  for (;;) {
    isCounting = true;
    const left = await stepSweep({ sql, sweep, usdt, coin, keys, patienceMs: 60_000, tell: () => {}, now });
    isCounting = false;
    if (left === null) return;
    await rpc(journey.chainUrl, 'anvil_mine', ['0x4']);
  }
}

const tell = (told: Told): void => void process.send?.(told);

process.once('message', async (start: Start) => {
  stopAt = start.stopAt;
  await run(start.sweepId);
  tell({ isDone: true, acts });
  process.disconnect();
  await Promise.all([sql.end(), usdt.close(), coin.close()]);
});

// Whatever a first use takes is over before it counts.
await sql`SELECT 1`;
await usdt.wallet(keys.gasPayer as string);
await coin.wallet(keys.gasPayer as string);
tell({ ready: true });
