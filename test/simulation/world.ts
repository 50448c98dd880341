import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postEntry } from '../../src/accounts/ledger/ledger.ts';
import { newId } from '../../src/base/db/ids.ts';
import { connect, type Sql } from '../../src/base/db/pool.ts';
import { resolveAddresses } from '../../src/base/http/addresses.ts';
import type { Job } from '../../src/base/worker/worker.ts';
import { addressOfKey } from '../../src/chain/signers/signing.ts';
import { openInstallation } from '../../src/commerce/installation/installation.ts';
import { readConfig } from '../../src/config/config.ts';
import { type LocalChain, startLocalChain } from '../../src/sandbox/chains/local-chain.ts';
import { rpc } from '../../src/sandbox/chains/rpc.ts';
import type { Faults } from '../../src/sandbox/tron-node/faults.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/world.ts';
import { type Outcome, run } from '../../src/surfaces/cli/run.ts';
import { addPerson } from '../kit/people.ts';
import { createTestDatabase } from '../kit/postgres.ts';
import { type Receiver, startReceiver } from '../kit/webhooks/receiver.ts';
import { openWire, type Wire } from '../kit/wire.ts';
import { type Chance, chanceOf, seedTheProgram } from './chance.ts';
import { type SimulatedClock, simulateTime } from './clock.ts';
import { type Copies, openCopies } from './copies.ts';
import { type FaultyHttp, startFaultyHttp } from './faulty-http.ts';
import { createBreak, type Program, startProgram } from './program.ts';
import { openTurns, type Turns } from './turns.ts';

export const networks = ['ERC20', 'TRC20'] as const;
export type SimulatedNetwork = (typeof networks)[number];
/** Of the wallet that pays for the gas of sweeps. */
export const gasKey = `0x${'5a'.repeat(32)}`;
/** Every other answer of a node that lies is honest. */
const mostStarts = 20;
const plentyOfGas = { ERC20: 10n ** 18n, TRC20: 10_000_000_000n };

/** The local chains outlive the worlds: each world takes them back to their beginning. */
export interface Chains {
  chains: Record<SimulatedNetwork, LocalChain>;
  rewind(): Promise<void>;
  close(): Promise<void>;
}

export async function startChains(): Promise<Chains> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-simulation-'));
  const start = (name: string, family: 'ethereum' | 'tron', chainId: number) =>
    startLocalChain({ family, chainId, dataDir: join(folder, name), slotsInAnEpoch: 1, blockSeconds: null });
  const [erc20, trc20] = await Promise.all([
    start('erc20', 'ethereum', 31_337),
    start('trc20', 'tron', 3_448_148_188),
  ]);
  const chains = { ERC20: erc20, TRC20: trc20 };
  const gasPayer = addressOfKey(Buffer.from(gasKey.slice(2), 'hex'));
  for (const id of networks) {
    await rpc(chains[id].rpcUrl, 'anvil_setBalance', [gasPayer, `0x${plentyOfGas[id].toString(16)}`]);
  }
  const snapshots = new Map<string, string>();
  return {
    chains,
    async rewind() {
      for (const [id, { rpcUrl }] of Object.entries(chains)) {
        const snapshot = snapshots.get(id);
        if (snapshot) await rpc(rpcUrl, 'evm_revert', [snapshot]);
        snapshots.set(id, await rpc(rpcUrl, 'evm_snapshot'));
        await rpc(rpcUrl, 'evm_setAutomine', [true]);
        await rpc(rpcUrl, 'anvil_setBlockTimestampInterval', [1]);
      }
    },
    async close() {
      await Promise.all([erc20.close(), trc20.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One installation with everything around it, in which nothing happens by itself. */
export interface World {
  clock: SimulatedClock;
  /** The database itself, whatever happens to the program's connections. */
  sql: Sql;
  sandbox: Sandbox;
  dataDir: string;
  chains: Record<SimulatedNetwork, LocalChain>;
  /** What stands between the program and the outside. */
  acquirer: FaultyHttp;
  nodes: Record<SimulatedNetwork, FaultyHttp>;
  mail: Wire;
  receiver: Receiver;
  /** The events that the merchant's server has confirmed. */
  confirmed: Set<string>;
  /** The running program; of two instances, one by chance. */
  program(): Program;
  instances(): number;
  startAnother(): Promise<void>;
  /** One instance ends as by `kill -9`. */
  kill(program: Program): Promise<void>;
  copies: Copies;
  /** All instances end as by `kill -9`, and one starts again: at once, or after this. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  /** The e-mail of whoever uses the machine, as in the audit log. */
  operator: string;
  /** The operator gives a command. */
  command(...argv: string[]): Promise<Outcome>;
  /** The connections to the database break just before the n-th statement from now, or just after it was done. */
  breakAt(statement: number, isDone: boolean): void;
  turns: Turns;
  /** The connections work again. */
  mend(): void;
  /** Runs one job once, to the end of what it began; returns what it found, or its error. */
  run(job: Job): Promise<number | Error>;
  /** How often a job was run. */
  runs(): number;
  /** The chances of the present step. */
  chance(): Chance;
  useChance(chance: Chance): void;
  /** Gives the merchant what it can pay out. */
  fund(): Promise<void>;
  /** What is below is never reorganised: the wallets were given their coins there. */
  firstBlock: Record<SimulatedNetwork, number>;
  /** The chain gets this many blocks, of the present time. */
  mine(network: SimulatedNetwork, blocks: number): Promise<void>;
  /** The chain's next block is of the present time. */
  stampNext(network: SimulatedNetwork): Promise<void>;
  tron: Faults;
  logs: string[];
  close(): Promise<void>;
}

/** Rates are asked for by timers, which do not pass here: each holds as long as the world. */
const steady = <Rules extends { maxAgeMs: number }>(rules: Rules): Rules => ({
  ...rules,
  maxAgeMs: Number.MAX_SAFE_INTEGER,
});

export async function openWorld(seed: number, { chains, rewind }: Chains): Promise<World> {
  await rewind();
  const unseed = seedTheProgram(seed);
  const database = await createTestDatabase();
  const clock = await simulateTime(database.url);
  const sql = connect(database.url, { max: 3 });
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), 'pasarela-simulated-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    DEMO_WEBHOOK_URL: `${receiver.url}/hook`,
  });
  const secrets = await openInstallation(sql, config);
  let addresses = resolveAddresses(config, 'http://127.0.0.1:1');
  const sandbox = await startSandbox({
    sql,
    secrets,
    config,
    chains: {
      started: Promise.resolve({ erc20: chains.ERC20, trc20: chains.TRC20 }),
      close: async () => {},
    },
    addresses: () => addresses,
  });
  await sandbox.networks.signer?.make();
  // The Tron node puts a transaction into a block itself; until then it is held, as long as it has not expired.
  await rpc(chains.ERC20.rpcUrl, 'evm_setAutomine', [false]);
  const tron = sandbox.networks.tronFaults as Faults;
  tron.broadcasts = 'held';
  const acquirer = await startFaultyHttp(sandbox.acquirer.url);
  const nodes = {} as Record<SimulatedNetwork, FaultyHttp>;
  for (const { network, rpcUrls } of sandbox.networks.served) {
    const { origin, pathname } = new URL(rpcUrls[0] as string);
    const node = await startFaultyHttp(origin);
    node.url += pathname;
    nodes[network.id as SimulatedNetwork] = node;
  }
  const mail = await openWire(sandbox.smtpUrl);
  const copies = openCopies({ url: database.url, sql, clock, programs: () => running });
  await writeFile(join(dataDir, 'sandbox.json'), JSON.stringify({ networks: sandbox.networks.described }));
  let chance = chanceOf(seed);
  const breaking = createBreak();
  const outside = [acquirer, ...Object.values(nodes)];
  const turns = openTurns({ sql, askedOutside: () => outside.reduce((all, { open }) => all + open, 0) });
  const logs: string[] = [];

  // What the wallets were given is final: no reorganisation takes it back.
  const firstBlock = {} as Record<SimulatedNetwork, number>;
  for (const id of networks) {
    await mine(id, 4);
    firstBlock[id] = Number(await rpc<string>(chains[id].rpcUrl, 'eth_blockNumber'));
  }
  const running: Program[] = [];
  const busy = new Set<Job>();
  let runs = 0;
  await begin();
  const operator = await addPerson({ sql }, { merchantId: null, role: 'operator' });

  /** As a supervisor does: the program refuses to start while a node says that it is on another chain. */
  async function begin(): Promise<void> {
    for (let tries = mostStarts; ; tries--) {
      const problem = await start().catch((error: Error) => error);
      if (!problem) return;
      if (tries === 0) throw problem;
    }
  }

  async function start(): Promise<void> {
    const program = await startProgram(
      database.url,
      {
        config: {
          ...config,
          metricsToken: 'x'.repeat(32),
          payouts: { ...config.payouts, signer: sandbox.networks.signer },
          crypto: {
            ...config.crypto,
            rateRules: steady(config.crypto.rateRules),
            localRateRules: steady(config.crypto.localRateRules),
          },
        },
        secrets,
        processorSetups: [{ name: 'sandbox', settings: { ...sandbox.acquirer, url: acquirer.url } }],
        networks: sandbox.networks.served.map((served) => ({
          ...served,
          rpcUrls: [nodes[served.network.id as SimulatedNetwork].url],
        })),
        smtpUrl: mail.url,
        sandboxRoutes: sandbox.routes,
        ensurePerson: null,
        sandboxGuide: null,
        addresses: () => addresses,
      },
      { breaking, turns, logs },
    );
    running.push(program);
    pointAt(program);
  }

  /** Whoever comes by a link comes to this instance. */
  function pointAt({ url }: Program): void {
    addresses = resolveAddresses(config, url);
  }

  async function kill(program: Program): Promise<void> {
    program.reset();
    breaking.mend();
    await program.kill();
    running.splice(running.indexOf(program), 1);
    if (running[0]) pointAt(running[0]);
  }

  /** The operator gives the merchant some of what lies in the hot wallets. */
  async function fund(): Promise<void> {
    const { merchantId } = sandbox.merchant;
    const units = 10_000_000_000n;
    const postings = [
      { account: 'operator_funds', asset: 'USDT', amount: -units },
      { account: 'merchant_available', asset: 'USDT', amount: units },
    ] as const;
    await sql.begin((tx) =>
      postEntry(tx, { merchantId, kind: 'wallet_funded', subjectId: newId(), postings: [...postings] }),
    );
  }

  async function mine(network: SimulatedNetwork, blocks: number): Promise<void> {
    await stampNext(network);
    if (network === 'TRC20') await tron.releaseHeld();
    for (let count = 0; count < blocks; count++) {
      await stampNext(network);
      await rpc(chains[network].rpcUrl, 'evm_mine');
    }
  }

  async function stampNext(network: SimulatedNetwork): Promise<void> {
    const { rpcUrl } = chains[network];
    const head = await rpc<{ timestamp: string }>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
    const at = Math.max(Number(head.timestamp) + 1, Math.floor(clock.nowMs() / 1000));
    await rpc(rpcUrl, 'evm_setNextBlockTimestamp', [at]);
  }

  /** Webhooks are sent and recorded beside their job: it is over when the program asks nothing of the database. */
  async function quiet(): Promise<void> {
    for (let idle = 0; idle < 5; ) {
      await new Promise((wake) => setTimeout(wake, 10));
      idle = running.every(({ sql: pool }) => pool.pool().busy === 0) ? idle + 1 : 0;
    }
  }

  return {
    clock,
    sql,
    sandbox,
    dataDir,
    chains,
    acquirer,
    nodes,
    mail,
    receiver,
    confirmed: new Set(),
    logs,
    program: () => (running.length === 1 ? (running[0] as Program) : chance.pick(running)),
    breakAt: breaking.at,
    turns,
    copies,
    async restart(meanwhile) {
      for (const program of [...running]) await kill(program);
      await meanwhile?.();
      await begin();
    },
    instances: () => running.length,
    startAnother: begin,
    kill,
    command: (...argv) =>
      run(
        argv,
        { DATABASE_URL: database.url, DATA_DIR: dataDir },
        () => {},
        async () => operator.password,
      ),
    operator: operator.email,
    mend: breaking.mend,
    async run(job) {
      // One process runs a job once at a time.
      if (busy.has(job)) return 0;
      busy.add(job);
      runs += 1;
      const found = await job.run().catch((error: Error) => error);
      busy.delete(job);
      if (job.name === 'deliver-webhooks' && found !== 0) await quiet();
      return found;
    },
    runs: () => runs,
    chance: () => chance,
    useChance(next) {
      chance = next;
    },
    fund,
    firstBlock,
    mine,
    stampNext,
    tron,
    async close() {
      for (const program of [...running]) await kill(program);
      await mail.close();
      await Promise.all([acquirer.close(), ...Object.values(nodes).map((node) => node.close())]);
      await sandbox.close();
      await receiver.close();
      await sql.end();
      await copies.close();
      await clock.close();
      unseed();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
