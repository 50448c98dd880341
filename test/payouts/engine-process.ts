import postgres from 'postgres';
import type { Hex } from 'viem';
import { createPayoutChain } from '../../src/chains/create-payout-chain.ts';
import type { ServedNetwork } from '../../src/chains/served-network.ts';
import { writing } from '../../src/chains/writing.ts';
import type { SendingBounds } from '../../src/config/payout-config.ts';
import type { Sql } from '../../src/db/pool.ts';
import type { PayoutChain } from '../../src/payouts/payout-chain.ts';
import { createSender } from '../../src/payouts/send-payouts.ts';
import type { Signer } from '../../src/payouts/signer.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import { signerOf } from './test-signer.ts';

/**
 * A process that sends one payout and kills itself on the way, with SIGKILL: just before the n-th thing that it does to
 * the database (statements, BEGIN and COMMIT) or asks of the outside, or just after the outside answered and
 * before the program sees the answer. Prepared while the one before it runs, it begins when told where to stop.
 */
export interface Errand {
  databaseUrl: string;
  served: Omit<ServedNetwork, 'network'> & { network: Record<string, unknown> };
  bounds: Record<keyof SendingBounds, string>;
  key: Hex;
  /** Of the chain itself, which makes a block when asked to. */
  chainUrl: string;
  leaseToken: string;
}
export interface Start {
  payoutId: string;
  stopAt: number;
}
/** Where the process got to: told before each of its acts, and at the end. */
export type Told = { ready: true } | { isDone: true; acts: number };

const errand: Errand = JSON.parse(process.env.ERRAND ?? '');
let stopAt = Number.POSITIVE_INFINITY;
let acts = 0;
let isCounting = false;

function act(): void {
  if (!isCounting) return;
  acts += 1;
  if (acts === stopAt) process.kill(process.pid, 'SIGKILL');
}

/** Every method that goes outside counts before and after. */
function counted<T extends object>(port: T, methods: (keyof T)[]): T {
  const wrapped = { ...port };
  for (const method of methods) {
    const call = port[method] as (...args: unknown[]) => Promise<unknown>;
    wrapped[method] = (async (...args: unknown[]) => {
      act();
      try {
        return await call(...args);
      } finally {
        act();
      }
    }) as T[keyof T];
  }
  return wrapped;
}

const sql: Sql = postgres(errand.databaseUrl, {
  // One connection, so that the order of things is the same every time.
  max: 1,
  types: { bigint: postgres.BigInt },
  onnotice: () => {},
  debug: act,
});
const { network } = errand.served;
const served = {
  ...errand.served,
  network: { ...network, chainId: BigInt(network.chainId as string) },
} as unknown as ServedNetwork;
const { id } = served.network;
const sending = new Map([
  [
    id,
    {
      maxFeeWei: BigInt(errand.bounds.maxFeeWei),
      feeLimitSun: BigInt(errand.bounds.feeLimitSun),
      expirySeconds: Number(errand.bounds.expirySeconds),
    },
  ],
]);
const chain: PayoutChain = counted(createPayoutChain(served, { sending }), [
  'wallet',
  'isBlacklisted',
  'drafting',
  'broadcast',
  'fateOf',
]);
const signer: Signer = counted(signerOf(errand.key), ['addressOn', 'sign']);
const sender = createSender(
  {
    sql,
    chain,
    signer,
    writing,
    logger: console,
    alertEmail: null,
    paceMs: 0,
    patienceMs: 60_000,
    alarmAfterMs: 0,
    now: () => new Date(),
  },
  errand.leaseToken,
);

async function run(payoutId: string): Promise<void> {
  for (;;) {
    isCounting = true;
    await sender.step();
    isCounting = false;
    const [row] = await sql<{ status: string }[]>`SELECT status FROM payouts WHERE id = ${payoutId}`;
    if (row?.status === 'success') return;
    await rpc(errand.chainUrl, 'anvil_mine', ['0x1']);
  }
}

const tell = (told: Told): void => void process.send?.(told);

process.once('message', async (start: Start) => {
  stopAt = start.stopAt;
  await run(start.payoutId);
  tell({ isDone: true, acts });
  process.disconnect();
  await Promise.all([sql.end(), chain.close()]);
});

// Whatever a first use takes is over before it counts.
await sql`SELECT 1`;
await chain.wallet((await signer.addressOn({ id, family: served.network.family })) as string);
tell({ ready: true });
