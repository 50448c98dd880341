import { toHex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { createCoinChain, createPayoutChain } from '../../../src/chain/chains/create-payout-chain.ts';
import type { PayoutChain } from '../../../src/chain/chains/port/payout-chain.ts';
import { accountAddresses } from '../../../src/chain/wallets/account-addresses.ts';
import { readAccountKeys } from '../../../src/chain/wallets/account-keys.ts';
import { accountXprv } from '../../../src/chain/wallets/account-xpub.ts';
import { createCoverWatch } from '../../../src/commerce/installation/cover-watch.ts';
import { addressPage, compareAddresses } from '../../../src/crypto/deposits/gaps/reconcile-deposits.ts';
import { type CreatedSweep, createSweep, type PlanRequest } from '../../../src/crypto/sweeps/create-sweep.ts';
import type { RunDeps, SweepReport } from '../../../src/crypto/sweeps/run-deps.ts';
import { stepSweep } from '../../../src/crypto/sweeps/run-sweep.ts';
import type { Sweep } from '../../../src/crypto/sweeps/sweep.ts';
import { type SweepKeys, sweepKeys } from '../../../src/crypto/sweeps/sweep-keys.ts';
import { findSweep, itemsOf, type ListedItem, startRun } from '../../../src/crypto/sweeps/sweep-store.ts';
import type { NetworkId } from '../chains/local-network.ts';
import { startWatchWorld, type WaitingOrder, type WatchWorld } from '../crypto/watch-world.ts';
import { deadlines } from '../deadlines.ts';
import { boundsOf } from '../payouts/sending-bounds.ts';

/** A world with paid orders, the keys of their addresses, and a wallet to pay for gas. */
export interface SweepWorld extends WatchWorld {
  usdt: PayoutChain;
  coin: PayoutChain;
  /** The account's private key, as an operator would type it. */
  xprv: string;
  gasKey: `0x${string}`;
  gasPayer: string;
  hotKey: `0x${string}`;
  hotWallet: string;
  /** Orders with a final payment, each of this amount. */
  paidOrders(count: number, cents?: bigint): Promise<WaitingOrder[]>;
  plan(request?: Partial<PlanRequest>): Promise<CreatedSweep>;
  /** Plans a sweep and returns its id; there must be something to sweep. */
  planned(request?: Partial<PlanRequest>): Promise<string>;
  keys(): SweepKeys;
  /** Steps and makes blocks until it is done. */
  drain(sweepId: string, told?: SweepReport[], deps?: Partial<RunDeps>): Promise<void>;
  depsOf(sweepId: string, told?: SweepReport[]): Promise<RunDeps>;
  items(sweepId: string): Promise<ListedItem[]>;
  giveGas(address: string, units: bigint): Promise<void>;
  /** Deposit addresses whose balance differs from the books. */
  gaps(): Promise<{ address: string; heldUnits: bigint; expectedUnits: bigint }[]>;
}

export const plenty = { evm: 10n ** 18n, tron: 10_000_000_000n } as const;

export async function startSweepWorld(id: NetworkId): Promise<SweepWorld> {
  const world = await startWatchWorld(id);
  const { sql, served } = world;
  const sending = new Map([[id, boundsOf(served.network)]]);
  const usdt = createPayoutChain(served, { sending }, deadlines.answer);
  const coin = createCoinChain(served, { sending }, deadlines.answer);
  const xprv = accountXprv(Buffer.alloc(64, 1), served.network.coinType, 0);
  const gasKey = generatePrivateKey();
  const gasPayer = privateKeyToAddress(gasKey).toLowerCase();
  const hotKey = generatePrivateKey();
  const hotWallet = privateKeyToAddress(hotKey).toLowerCase();
  await sql`
    INSERT INTO hot_wallets (network, address)
    VALUES (${id}, ${Buffer.from(hotWallet.slice(2), 'hex')})`;
  const giveGas = async (address: string, units: bigint): Promise<void> => {
    await world.payer.rpc('anvil_setBalance', address, toHex(units));
  };
  await giveGas(gasPayer, plenty[served.network.family]);

  const sweeping: SweepWorld = {
    ...world,
    usdt,
    coin,
    xprv,
    gasKey,
    gasPayer,
    hotKey,
    hotWallet,
    giveGas,
    async paidOrders(count, cents = 10_000n) {
      const orders: WaitingOrder[] = [];
      for (let at = 0; at < count; at++) orders.push(await world.order(cents + BigInt(at)));
      await world.payer.payMany(orders.map(({ address, units }) => ({ to: address, value: units })));
      await world.finalize();
      await world.catchUp();
      return orders;
    },
    plan: (request = {}) =>
      createSweep(
        {
          sql,
          usdt,
          coin,
          addressOf: accountAddresses(),
          progress: () => {},
          now: () => new Date(),
        },
        {
          place: 'hot',
          address: hotWallet,
          rules: { minUnits: 1_000_000n, limit: 500, maxCost: null },
          by: 'Ana',
          ...request,
        },
      ),
    async planned(request) {
      const { sweep } = await sweeping.plan(request);
      if (!sweep) throw new Error('there is nothing to sweep');
      return sweep.id;
    },
    keys: () =>
      sweepKeys(readAccountKeys(xprv), served.network.coinType, Buffer.from(gasKey.slice(2), 'hex')),
    async depsOf(sweepId, told = []) {
      const keys = sweeping.keys();
      keys.missing(await itemsOf(sql, sweepId));
      await sql.begin((tx) => startRun(tx, sweepId, keys.gasPayer));
      const sweep = (await findSweep(sql, sweepId)) as Sweep;
      const tell = (each: SweepReport): void => void told.push(each);
      const mayLeave = createCoverWatch(sql, console.warn).look;
      return { sql, sweep, usdt, coin, keys, patienceMs: 60_000, mayLeave, tell, now: () => new Date() };
    },
    async drain(sweepId, told = [], some = {}) {
      const deps = { ...(await sweeping.depsOf(sweepId, told)), ...some };
      for (let round = 0; round < 100; round++) {
        if ((await stepSweep(deps)) === null) return;
        // Half of the blocks to finality: each transaction is seen once as mined and not final.
        await world.payer.mine(4);
      }
      throw new Error('the sweep goes on for ever');
    },
    items: (sweepId) => itemsOf(sql, sweepId),
    async gaps() {
      const deps = { sql, chain: world.chain, now: () => new Date() };
      await world.catchUp();
      const { all } = await addressPage(deps, '0x', 1_000);
      await compareAddresses(deps, all);
      return await sql`
        SELECT '0x' || encode(address, 'hex') AS address, held_units AS "heldUnits", expected_units AS "expectedUnits"
          FROM chain_gaps`;
    },
    async close() {
      await Promise.all([usdt.close(), coin.close()]);
      await world.close();
    },
  };
  return sweeping;
}
