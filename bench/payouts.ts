import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hex, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { checkLedger } from '../src/accounts/ledger/check-ledger.ts';
import type { Sql } from '../src/base/db/pool.ts';
import { networkById } from '../src/chain/chains/networks.ts';
import type { ServedNetwork } from '../src/chain/chains/served-network.ts';
import { addToKeyFile } from '../src/chain/signers/key-file.ts';
import { startLocalChain } from '../src/sandbox/chains/local-chain.ts';
import { startTronNode } from '../src/sandbox/tron-node/start.ts';
import { type EvmPayer, evmPayer } from '../test/kit/chains/payer.ts';
import { addFundedStore, fundWallet, queuePayouts } from '../test/kit/payouts/queued-payouts.ts';
import { type Comparison, comparePairs } from './compare.ts';
import type { PayoutErrand, PayoutResult, PayoutTask } from './payout-process.ts';
import type { World } from './world.ts';

type NetworkId = 'ERC20' | 'TRC20';

interface LocalNetwork {
  served: ServedNetwork;
  payer: EvmPayer;
  folder: string;
  close(): Promise<void>;
}

interface Wallet {
  sql: Sql;
  merchantId: string;
  address: Hex;
  run(task: PayoutTask): Promise<number>;
}

const chainIds = { ERC20: 31_337, TRC20: 3_448_148_188 } as const;
const passphrase = 'worthless-test-money';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A network as the sandbox has it: a block for every transaction, and one per second until all is final. */
async function startNetwork(id: NetworkId): Promise<LocalNetwork> {
  const row = networkById(id);
  if (!row) throw new Error(`no network ${id}`);
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-bench-chain-'));
  const local = await startLocalChain({
    family: id === 'TRC20' ? 'tron' : 'ethereum',
    dataDir: join(folder, 'chain'),
    chainId: chainIds[id],
    slotsInAnEpoch: 1,
    blockSeconds: 1,
  });
  const node = id === 'TRC20' ? await startTronNode({ rpcUrl: local.rpcUrl }) : null;
  return {
    served: {
      network: { ...row, token: local.token, chainId: BigInt(chainIds[id]) },
      rpcUrls: [node?.rpcUrl ?? local.rpcUrl],
      fullNodeUrls: node ? [node.fullNodeUrl] : [],
      quorum: 1,
      startBlock: 0n,
      isPublic: false,
    },
    payer: evmPayer({ rpcUrl: local.rpcUrl, token: local.token, funder: local.funder }, row),
    folder,
    async close() {
      await node?.close();
      await local.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A hot wallet with money, and a process that sends from it. */
async function startWallet(
  world: World,
  database: string,
  { served, payer, folder }: LocalNetwork,
): Promise<Wallet> {
  const { url, sql } = await world.database(database);
  const { id, family } = served.network;
  const key = randomBytes(32);
  const address = privateKeyToAddress(toHex(key)).toLowerCase() as Hex;
  const keyFile = join(folder, `${database}.json`);
  await addToKeyFile(keyFile, passphrase, [{ family, networks: [id], address, key: Buffer.from(key) }]);
  await fundWallet(payer, address);
  await sql`
    INSERT INTO hot_wallets (network, address)
    VALUES (${id}, ${Buffer.from(address.slice(2), 'hex')})`;
  const errand: PayoutErrand = {
    served,
    keyFile,
    passphrase,
    key: toHex(key),
    wallet: address,
    databaseUrl: url,
  };
  const child = world.child('payout-process.ts', {
    ERRAND: JSON.stringify(errand, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  });
  await once(child, 'message');
  return {
    sql,
    merchantId: await addFundedStore(sql, id),
    address,
    async run(task) {
      child.send(task);
      const [{ seconds }] = (await once(child, 'message')) as [PayoutResult];
      return seconds;
    },
  };
}

/**
 * Queues payouts all at once; returns how many reached their recipient exactly once, by the chain and by the ledger.
 */
export async function payoutsConfirmed(
  world: World,
  id: NetworkId,
  count: number,
): Promise<{ confirmed: number; perSecond: number }> {
  const network = await startNetwork(id);
  try {
    const wallet = await startWallet(world, `payouts_${id.toLowerCase()}`, network);
    await queuePayouts(wallet.sql, id, wallet.merchantId, count);
    const seconds = await wallet.run({ kind: 'send', until: 'ended' });
    return { confirmed: await countConfirmed(network, wallet), perSecond: count / seconds };
  } finally {
    await network.close();
  }
}

async function countConfirmed({ served, payer }: LocalNetwork, { sql, address }: Wallet): Promise<number> {
  const logs = await payer.rpc<{ topics: string[]; data: Hex }[]>('eth_getLogs', {
    fromBlock: '0x0',
    toBlock: 'latest',
    address: served.network.token,
    topics: [transferTopic, `0x${address.slice(2).padStart(64, '0')}`],
  });
  const onChain = logs.map(({ topics, data }) => `${topics[2]?.slice(-40)} ${BigInt(data)}`);
  const posted = await sql<{ transfer: string }[]>`
    SELECT encode(payouts.address, 'hex') || ' ' || payouts.amount_units AS transfer
      FROM payouts
      JOIN ledger_entries AS entry ON entry.merchant_id = payouts.merchant_id
                                  AND entry.subject_id = payouts.id
                                  AND entry.kind = 'payout_sent'
     WHERE payouts.status = 'success'`;
  const times = new Map<string, number>();
  for (const transfer of onChain) times.set(transfer, (times.get(transfer) ?? 0) + 1);
  const report = await checkLedger(sql);
  const isSound = report.wrongBalances.length + report.lopsidedEntries.length === 0;
  // A single transfer that no payout explains makes the whole result 0.
  if (!isSound || onChain.length !== posted.length) return 0;
  return posted.filter(({ transfer }) => times.get(transfer) === 1).length;
}

const payoutsPerRound = 1_000;
const rounds = 5;
/** Numbers of transactions in flight to try for the loop; it is measured with the best one. */
const loopsAtOnce = [1, 4, 8, 16];

/** Payouts per second of one wallet, from the queue to recorded as sent, against a loop that only signs and sends. */
export async function payoutStepsVsRpc(world: World): Promise<Comparison & { loopAtOnce: number }> {
  const network = await startNetwork('ERC20');
  try {
    const ours = await startWallet(world, 'payout_steps', network);
    const baseline = await startWallet(world, 'payout_loop', network);
    const runOurs = async (): Promise<number> => {
      await queuePayouts(ours.sql, 'ERC20', ours.merchantId, payoutsPerRound);
      return payoutsPerRound / (await ours.run({ kind: 'send', until: 'sent' }));
    };
    const runLoop = async (atOnce: number): Promise<number> =>
      payoutsPerRound / (await baseline.run({ kind: 'loop', count: payoutsPerRound, atOnce }));
    await runOurs();
    await runLoop(1);
    let best = { atOnce: 1, perSecond: 0 };
    for (const atOnce of loopsAtOnce) {
      const perSecond = await runLoop(atOnce);
      if (perSecond > best.perSecond) best = { atOnce, perSecond };
    }
    const comparison = await comparePairs(runOurs, () => runLoop(best.atOnce), rounds);
    return { ...comparison, loopAtOnce: best.atOnce };
  } finally {
    await network.close();
  }
}
