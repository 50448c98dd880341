import { createCoinChain, createPayoutChain } from '../../src/chain/chains/create-payout-chain.ts';
import type { PayoutChain } from '../../src/chain/chains/port/payout-chain.ts';
import { readAccountKeys } from '../../src/chain/wallets/account-keys.ts';
import { createCoverWatch } from '../../src/commerce/installation/cover-watch.ts';
import { stepSweep } from '../../src/crypto/sweeps/run-sweep.ts';
import type { Sweep } from '../../src/crypto/sweeps/sweep.ts';
import { sweepKeys } from '../../src/crypto/sweeps/sweep-keys.ts';
import { findSweep, itemsOf, startRun } from '../../src/crypto/sweeps/sweep-store.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import {
  awaitStart,
  counted,
  countedSql,
  counting,
  readNetwork,
  readTask,
  type SentNetwork,
} from '../kit/processes/killable.ts';

/** A process that runs one sweep and kills itself on the way. */
export interface Journey {
  databaseUrl: string;
  served: SentNetwork;
  xprv: string;
  gasKey: string;
  /** The RPC address of the chain itself, which mines on request. */
  chainUrl: string;
}
export interface Start {
  sweepId: string;
  stopAt: number;
}

const journey = readTask<Journey>();
const sql = countedSql(journey.databaseUrl);
const served = readNetwork(journey.served);
const { id, coinType } = served.network;
const sending = new Map([
  [id, { maxFeeWei: 100_000_000_000n, feeLimitSun: 100_000_000n, expirySeconds: 60 }],
]);
const outside: (keyof PayoutChain)[] = ['wallet', 'drafting', 'broadcast', 'fateOf'];
const usdt = counted(createPayoutChain(served, { sending }), outside);
const coin = counted(createCoinChain(served, { sending }), outside);
const keys = sweepKeys(readAccountKeys(journey.xprv), coinType, Buffer.from(journey.gasKey.slice(2), 'hex'));
const mayLeave = createCoverWatch(sql, console.warn).look;

async function run(sweepId: string): Promise<void> {
  keys.missing(await itemsOf(sql, sweepId));
  await sql.begin((tx) => startRun(tx, sweepId, keys.gasPayer));
  const sweep = (await findSweep(sql, sweepId)) as Sweep;
  const now = () => new Date();
  for (;;) {
    const left = await counting(() =>
      stepSweep({ sql, sweep, usdt, coin, keys, patienceMs: 60_000, mayLeave, tell: () => {}, now }),
    );
    if (left === null) return;
    await rpc(journey.chainUrl, 'anvil_mine', ['0x4']);
  }
}

// Does all first-use work before counting starts.
await sql`SELECT 1`;
await usdt.wallet(keys.gasPayer as string);
await coin.wallet(keys.gasPayer as string);
awaitStart<Start>(
  ({ sweepId }) => run(sweepId),
  () => Promise.all([sql.end(), usdt.close(), coin.close()]),
);
