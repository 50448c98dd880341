import { randomBytes } from 'node:crypto';
import { type Hex, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { checkLedger, type LedgerReport } from '../../../src/accounts/ledger/check-ledger.ts';
import { balancesOf } from '../../../src/accounts/ledger/ledger.ts';
import { connect, type Sql } from '../../../src/base/db/pool.ts';
import { createMemoryLogger } from '../../../src/base/ground/logger.ts';
import { type ChainReader, createChain } from '../../../src/chain/chains/create-chain.ts';
import { createPayoutChain } from '../../../src/chain/chains/create-payout-chain.ts';
import { assetOn } from '../../../src/chain/chains/networks.ts';
import { notation } from '../../../src/chain/chains/notation.ts';
import type { CustodyChain } from '../../../src/chain/chains/port/custody-chain.ts';
import type { PayoutChain } from '../../../src/chain/chains/port/payout-chain.ts';
import type { SendingBounds } from '../../../src/chain/chains/sending-bounds.ts';
import type { ServedNetwork } from '../../../src/chain/chains/served-network.ts';
import type { Signer } from '../../../src/chain/signers/signer.ts';
import { createCoverWatch } from '../../../src/commerce/installation/cover-watch.ts';
import { createStanding } from '../../../src/crypto/custody/wallet-standing.ts';
import type { SendDeps } from '../../../src/crypto/payouts/sending/send-deps.ts';
import { createSender, type Sender } from '../../../src/crypto/payouts/sending/send-payouts.ts';
import { findPayoutById, type Payout } from '../../../src/crypto/payouts/store.ts';
import { explainNonce } from '../../../src/crypto/sending/account-standing.ts';
import type { Faults } from '../../../src/sandbox/tron-node/faults.ts';
import { type NetworkId, startLocalNetwork } from '../chains/local-network.ts';
import type { EvmPayer } from '../chains/payer.ts';
import { deadlines } from '../deadlines.ts';
import { createTestDatabase, type TestDatabase } from '../postgres.ts';
import { addFundedStore, fundWallet, type PayoutOptions, queuePayout } from './queued-payouts.ts';
import { boundsOf } from './sending-bounds.ts';
import { signerOf } from './signer.ts';

/** A merchant with money, a hot wallet, and a database: the preconditions of sending. Nothing happens by itself. */
export interface SendingWorld {
  sql: Sql;
  databaseUrl: string;
  network: NetworkId;
  merchantId: string;
  logs: string[];
  /** A payout whose wallet is confirmed. */
  payout(options?: PayoutOptions): Promise<Payout>;
  read(id: string): Promise<Payout>;
  /** The statuses of a payout in the merchant's events. */
  told(id: string): Promise<string[]>;
  /** Each of a payout's transactions as `number status`. */
  made(id: string): Promise<string[]>;
  balance(account: string): Promise<bigint>;
  alarms(): Promise<string[]>;
  check(): Promise<LedgerReport>;
  useWallet(address: string): Promise<void>;
  close(): Promise<void>;
}

export async function startSendingWorld(
  network: NetworkId,
  given: TestDatabase | null = null,
): Promise<SendingWorld> {
  const database = given ?? (await createTestDatabase());
  const sql = connect(database.url, { max: 8 });
  const merchantId = await addFundedStore(sql, network);
  const logs: string[] = [];
  const world: SendingWorld = {
    sql,
    databaseUrl: database.url,
    network,
    merchantId,
    logs,
    payout: (options = {}) => queuePayout(sql, network, { merchantId, ...options }),
    async read(id) {
      const payout = await findPayoutById(sql, id);
      if (!payout) throw new Error(`no payout ${id}`);
      return payout;
    },
    async told(id) {
      const rows = await sql<{ status: string }[]>`
        SELECT status FROM events WHERE subject_id = ${id} ORDER BY id`;
      return rows.map(({ status }) => status);
    },
    async made(id) {
      const rows = await sql<{ text: string }[]>`
        SELECT number || ' ' || status AS text
          FROM outgoing_transactions
         WHERE sending_id = ${id}
         ORDER BY number`;
      return rows.map(({ text }) => text);
    },
    async balance(account) {
      const balances = await balancesOf(sql, merchantId);
      return (
        balances.find((each) => each.account === account && each.asset === assetOn(network))?.balance ?? 0n
      );
    },
    async alarms() {
      const rows = await sql<{ code: string }[]>`SELECT code FROM chain_alarms ORDER BY code`;
      return rows.map(({ code }) => code);
    },
    check: () => checkLedger(sql),
    async useWallet(address) {
      await sql`UPDATE hot_wallets SET active = false WHERE network = ${network}`;
      await sql`
        INSERT INTO hot_wallets (network, address)
        VALUES (${network}, ${Buffer.from(address.slice(2), 'hex')})`;
    },
    async close() {
      await sql.end();
      await database.drop();
    },
  };
  return world;
}

/** A sender's dependencies, without delays. */
export function sendDeps(
  world: Pick<SendingWorld, 'sql' | 'logs'>,
  chain: PayoutChain,
  signer: Signer,
  reader: CustodyChain | null = null,
): SendDeps {
  const logger = createMemoryLogger(world.logs);
  return {
    sql: world.sql,
    chain,
    signer,
    standing: standingOf(world.sql, chain, reader),
    notation,
    logger,
    alertEmail: 'operator@pasarela.example',
    paceMs: 0,
    patienceMs: 60_000,
    alarmAfterMs: 0,
    mayLeave: createCoverWatch(world.sql, (line) => logger.warn(line)).look,
    now: () => new Date(),
  };
}

/** For a scripted chain without nonces, nothing reads its transfers, and nobody else has the key. */
function standingOf(sql: Sql, chain: PayoutChain, reader: CustodyChain | null): SendDeps['standing'] {
  if (reader === null && !chain.hasNonces) return { open: async () => {}, unknown: async () => [] };
  return createStanding({ sql, chain, reader: reader as CustodyChain });
}

/** Marks every unknown transaction of a wallet as foreign, as a person would; returns how many there were. */
export async function explainForeign(sql: Sql, chain: PayoutChain, wallet: string): Promise<number> {
  const unknown = chain.hasNonces
    ? await createStanding({ sql, chain, reader: null as never }).unknown(wallet)
    : [];
  for (const { nonce } of unknown) {
    const word = { nonce: nonce as bigint, hash: null, person: 'Ana', note: 'none of ours' };
    await sql.begin((tx) => explainNonce(tx, { chain: chain.chainName, wallet }, word, new Date()));
  }
  return unknown.length;
}

/** The same on a real local chain, with the engine. */
export interface EngineWorld extends SendingWorld {
  payer: EvmPayer;
  /** The URL of the chain itself, beneath any node in front of it. */
  chainUrl: string;
  faults: Faults | null;
  served: ServedNetwork;
  token: Hex;
  key: Hex;
  wallet: Hex;
  chain: PayoutChain;
  /** Reads the network's transfers. */
  reader: ChainReader;
  signer: Signer;
  sender: Sender;
  chainWith(bounds: Partial<SendingBounds>): PayoutChain;
  senderWith(deps: Partial<SendDeps>, token?: string): Sender;
  /** Steps and makes blocks until nothing is under way. */
  drain(sender?: Sender): Promise<void>;
  /** The amounts that arrived at an address, from the chain's logs. */
  received(address: string): Promise<bigint[]>;
  close(): Promise<void>;
}

export async function startEngineWorld(network: NetworkId, given?: TestDatabase): Promise<EngineWorld> {
  const local = await startLocalNetwork(network, 2);
  const { served, payer } = local;
  const world = await startSendingWorld(network, given);
  const key = toHex(randomBytes(32));
  const wallet = privateKeyToAddress(key).toLowerCase() as Hex;
  await fundWallet(payer, wallet);
  await world.useWallet(wallet);
  const chains: PayoutChain[] = [];
  const chainWith = (some: Partial<SendingBounds>): PayoutChain => {
    const sending = new Map([[network, { ...boundsOf(served.network), ...some }]]);
    const chain = createPayoutChain(served, { sending }, deadlines.answer);
    chains.push(chain);
    return chain;
  };
  const chain = chainWith({});
  const signer = signerOf(key);
  const reader = createChain(served.network, { rpcUrls: served.rpcUrls, quorum: 1 });
  const senderWith = (deps: Partial<SendDeps>, token?: string): Sender =>
    createSender(
      { ...sendDeps({ ...world, sql: deps.sql ?? world.sql }, chain, signer, reader), ...deps },
      token,
    );
  const sender = senderWith({});
  return {
    ...world,
    payer,
    chainUrl: local.chain.rpcUrl,
    faults: local.faults,
    served,
    token: local.chain.token,
    key,
    wallet,
    chain,
    reader,
    signer,
    sender,
    chainWith,
    senderWith,
    async drain(some = sender) {
      for (let round = 0; round < 100; round++) {
        await some.step();
        const left = await world.sql`
          SELECT FROM payouts WHERE status IN ('queued', 'sending', 'pending') LIMIT 1`;
        if (left.length === 0) return;
        await payer.mine(1);
      }
      throw new Error('payouts are under way for ever');
    },
    async received(address) {
      return (await local.transfersTo(address)).map(({ units }) => units);
    },
    async close() {
      await Promise.all([reader, ...chains].map((each) => each.close()));
      await world.close();
      await local.close();
    },
  };
}
