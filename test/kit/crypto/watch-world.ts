import { checkLedger, type LedgerReport } from '../../../src/accounts/ledger/check-ledger.ts';
import { balancesOf } from '../../../src/accounts/ledger/ledger.ts';
import type { MerchantSettings } from '../../../src/accounts/merchants/merchant.ts';
import { defaultSettings } from '../../../src/accounts/merchants/merchant.ts';
import { newId } from '../../../src/base/db/ids.ts';
import { connect, type Sql } from '../../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../../src/base/ground/logger.ts';
import { type ChainReader, createChain } from '../../../src/chain/chains/create-chain.ts';
import { notation } from '../../../src/chain/chains/notation.ts';
import type { Chain } from '../../../src/chain/chains/port/chain.ts';
import type { ServedNetwork } from '../../../src/chain/chains/served-network.ts';
import { convertPrice } from '../../../src/chain/rates/convert.ts';
import { accountAddresses } from '../../../src/chain/wallets/account-addresses.ts';
import { accountXpub } from '../../../src/chain/wallets/account-xpub.ts';
import { hotWalletOutflows } from '../../../src/crypto/custody/unknown-outflows.ts';
import { createWatcher, type Watcher } from '../../../src/crypto/deposits/watch-network.ts';
import { createAddressReserve } from '../../../src/crypto/orders/addresses/reserve-address.ts';
import { chooseNetwork } from '../../../src/crypto/orders/choose-network.ts';
import { openOrder } from '../../../src/crypto/orders/open-order.ts';
import type { OrderTicket } from '../../../src/crypto/orders/order-token.ts';
import { type CryptoOrder, ensureWallet, findOrderById } from '../../../src/crypto/orders/store.ts';
import type { Faults } from '../../../src/sandbox/tron-node/faults.ts';
import { type LocalNetwork, type NetworkId, startLocalNetwork } from '../chains/local-network.ts';
import type { EvmPayer } from '../chains/payer.ts';
import { deadlines } from '../deadlines.ts';
import { insertStore } from '../merchants.ts';
import { createTestDatabase } from '../postgres.ts';

/**
 * A merchant, a network and a payer, with nothing that happens by itself: blocks are made and read when a test says so.
 */
export interface WatchWorld {
  sql: Sql;
  databaseUrl: string;
  network: NetworkId;
  served: ServedNetwork;
  merchantId: string;
  /** Pays on the chain itself, whatever a node reports. */
  payer: EvmPayer;
  token: string;
  /** The URL of the chain itself, beneath any node in front of it. */
  chainUrl: string;
  /** The URL of the network's node, for readers with faults in between. */
  rpcUrl: string;
  /** Faults of the TRC20 node. */
  faults: Faults | null;
  chain: ChainReader;
  /** The watcher that `catchUp` runs. */
  watcher: Watcher;
  watcherOver(chain: Chain): Watcher;
  readerOver(...rpcUrls: string[]): ChainReader;
  transfersTo: LocalNetwork['transfersTo'];
  /** An order that waits for its payment. */
  order(amountMinor?: bigint): Promise<WaitingOrder>;
  /** Reads until there is nothing more to do. */
  catchUp(watcher?: Watcher): Promise<void>;
  read(id: string): Promise<CryptoOrder>;
  /** Makes enough blocks that all earlier ones are final. */
  finalize(): Promise<void>;
  /** Ends the order's hold: payments from the next block on are late. */
  endHold(id: string): Promise<void>;
  /** The statuses of an order in the merchant's events. */
  told(id: string): Promise<string[]>;
  /** The ledger's own check, the custody in the ledger, and the money on the chain. */
  audit(): Promise<{ report: LedgerReport; custody: bigint; held: bigint }>;
  balance(account: string): Promise<bigint>;
  close(): Promise<void>;
}

export interface WaitingOrder {
  id: string;
  address: string;
  units: bigint;
}

/** Blocks until one is final. */
export const blocksToFinality = 8;

export async function startWatchWorld(
  id: NetworkId = 'ERC20',
  settings: Partial<MerchantSettings> = {},
  /** Acts as if merchants' rows were distributed over workers. */
  options: { isDistributed?: boolean } = {},
): Promise<WatchWorld> {
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 8, ...options });
  const local = await startLocalNetwork(id, blocksToFinality);
  const { network, rpcUrls } = local.served;
  const { payer } = local;
  const readers: ChainReader[] = [];
  const readerOver = (...rpcUrls: string[]): ChainReader => {
    const reader = createChain(network, { rpcUrls, timeoutMs: deadlines.answer });
    readers.push(reader);
    return reader;
  };
  const settling = {
    sql,
    ...notation,
    outflows: hotWalletOutflows(notation),
    alertEmail: 'ops@company.example',
    logger: createMemoryLogger([]),
    now: () => new Date(),
  };
  const watcherOver = (chain: Chain): Watcher => createWatcher({ ...settling, chain, startBlock: 0n });
  const rpcUrl = rpcUrls[0] as string;
  const chain = readerOver(rpcUrl);

  const merchantId = await insertStore(sql, settings);
  await ensureWallet(sql, id, accountXpub(Buffer.alloc(64, 1), network.coinType, 0));
  const addressOf = accountAddresses();
  const rate = { priceScaled: 100_000_000n, at: new Date(), sources: ['fixed'] };

  const world: WatchWorld = {
    sql,
    databaseUrl: database.url,
    network: id,
    merchantId,
    payer,
    served: local.served,
    token: local.chain.token,
    chainUrl: local.chain.rpcUrl,
    rpcUrl,
    faults: local.faults,
    chain,
    watcher: watcherOver(chain),
    transfersTo: local.transfersTo,
    watcherOver,
    readerOver,
    async order(amountMinor = 10_000n) {
      const now = new Date();
      const ticket: OrderTicket = {
        id: newId(),
        country: 'COL',
        origin: 'api',
        amountMinor,
        email: 'ana@customer.example',
        merchantIdCustom: null,
        returnUrl: null,
        merchantId: null,
        createdAt: now,
      };
      const body = {
        hash: '',
        paymentMethod: network.asset.toLowerCase(),
        typePayment: 'wallet',
        typeTransaction: 'cashin',
        merchantId,
      };
      const merchant = { id: merchantId, settings: defaultSettings };
      await openOrder(sql, ticket, body as never, merchant, now, async () => false);
      const result = await chooseNetwork(
        {
          sql,
          networks: new Map([[id, network.asset]]),
          freshRate: async () => rate,
          convert: convertPrice,
          reserveAddress: createAddressReserve(sql, addressOf),
          now: () => now,
        },
        ticket.id,
        id,
      );
      const order = await world.read(ticket.id);
      if (!order.hold) throw new Error(`no network was chosen: ${result}`);
      return { id: ticket.id, address: order.hold.address, units: order.hold.amountUnits };
    },
    async catchUp(watcher = world.watcher) {
      while ((await watcher.step()) > 0);
    },
    async read(orderId) {
      const order = await findOrderById(sql, orderId);
      if (!order) throw new Error(`no order ${orderId}`);
      return order;
    },
    finalize: () => payer.mine(blocksToFinality + 1),
    async endHold(orderId) {
      const latest = await chain.latestBlock();
      await sql`UPDATE crypto_orders SET held_until = ${latest.time} WHERE id = ${orderId}`;
      await payer.rpc('evm_increaseTime', 2);
    },
    async told(orderId) {
      const rows = await sql<{ status: string }[]>`
        SELECT status
          FROM events
         WHERE subject_id = ${orderId}
         ORDER BY id`;
      return rows.map((told) => told.status);
    },
    async balance(account) {
      const balances = await balancesOf(sql, merchantId);
      return balances.find((each) => each.account === account && each.asset === network.asset)?.balance ?? 0n;
    },
    async audit() {
      const rows = await sql<{ address: string }[]>`
        SELECT '0x' || encode(address, 'hex') AS address
          FROM deposit_addresses`;
      const held = await Promise.all(rows.map(({ address }) => chain.tokenBalance(address)));
      return {
        report: await checkLedger(sql),
        custody: -(await world.balance(`custody_${id}`)),
        held: held.reduce((total, units) => total + units, 0n),
      };
    },
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
      await local.close();
      await sql.end();
      await database.drop();
    },
  };
  // An order can be opened only on a network whose blocks are being read.
  await world.catchUp();
  return world;
}
