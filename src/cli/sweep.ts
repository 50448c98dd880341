import { createInterface } from 'node:readline/promises';
import { appendAudit } from '../audit/audit-log.ts';
import { parseAddress } from '../chains/address/codec.ts';
import type { ChainReader } from '../chains/create-chain.ts';
import { createCoinChain, createPayoutChain } from '../chains/create-payout-chain.ts';
import type { Network } from '../chains/networks.ts';
import type { ServedNetwork } from '../chains/served-network.ts';
import { writing } from '../chains/writing.ts';
import { usdtDecimals } from '../crypto-orders/payment-notice.ts';
import { matchAddresses } from '../crypto-orders/transfer-store.ts';
import { openTreasury } from '../custody/open-wallet.ts';
import { isId, newId } from '../db/ids.ts';
import type { Sql } from '../db/pool.ts';
import { parseDecimal } from '../money/money.ts';
import type { PayoutChain } from '../payouts/payout-chain.ts';
import { hotWalletsOf } from '../payouts/wallet-store.ts';
import { createSweep } from '../sweeps/create-sweep.ts';
import type { PlanRules } from '../sweeps/plan-sweep.ts';
import { runSweep } from '../sweeps/run-sweep.ts';
import type { Sweep, SweepPlace } from '../sweeps/sweep.ts';
import type { SweepKeys } from '../sweeps/sweep-keys.ts';
import {
  findSweep,
  itemsOf,
  type ListedItem,
  listSweeps,
  releaseSweep,
  startRun,
  sweepInTheWay,
} from '../sweeps/sweep-store.ts';
import { accountAddresses } from '../wallets/account-addresses.ts';
import { type Command, type Input, type NetworksContext, UsageError } from './command.ts';
import { readWhole } from './event-options.ts';
import { formatTime, table } from './format.ts';
import { readChains, usdt } from './network-operand.ts';
import { byOption, optionalByOption, readPerson } from './person.ts';
import { keyOptions, readSweepKeys } from './sweep-keys.ts';
import { coinDecimals, describeItems, describePlan, describeTold } from './sweep-text.ts';

const defaultLimit = 500;
const maxLimit = 5_000;
const maxListed = 50;
/** A transaction that waits for so many blocks is outbid. */
const patienceBlocks = 8;
const localBlockMs = 1_000;
const tellAgainMs = 60_000;

export const sweepCommands: Command[] = [
  {
    name: 'sweep plan',
    summary:
      'Plan to move deposits to the hot wallet or the treasury, and show what it costs; nothing is sent',
    operands: ['<network>'],
    options: {
      to: { kind: 'text', value: '<place>', help: 'hot, or treasury:<address>', required: true },
      by: optionalByOption,
      min: { kind: 'text', value: '<usdt>', help: 'leave addresses with less, 10 if absent' },
      limit: { kind: 'text', value: '<number>', help: `addresses at most, ${defaultLimit} if absent` },
      'max-cost-percent': {
        kind: 'text',
        value: '<percent>',
        help: 'leave addresses that cost more than this share to move; needs --coin-price',
      },
      'coin-price': { kind: 'text', value: '<usdt>', help: 'what one ETH, or one TRX, is worth in USDT' },
    },
    needs: 'networks',
    async run(context, input) {
      const { sql, progress } = context;
      const { network, chain, served } = open(context, input.operands[0] ?? '');
      const sending = { sending: context.sending };
      const [usdtChain, coin] = [createPayoutChain(served, sending), createCoinChain(served, sending)];
      try {
        const { place, address } = await readPlace(sql, network, usdtChain, input.text('to') ?? '');
        const rules = readRules(input, network);
        if (place === 'treasury') await openTreasury(sql, chain, address);
        const created = await createSweep(
          { sql, usdt: usdtChain, coin, addressOf: accountAddresses(), progress, now: () => new Date() },
          { place, address, rules, by: readPerson(input) },
        );
        return {
          json: { ...created, sweep: created.sweep },
          text: describePlan(network, { place, address }, created),
        };
      } finally {
        await Promise.all([usdtChain.close(), coin.close()]);
      }
    },
  },
  {
    name: 'sweep run',
    summary:
      'Run a sweep that was planned, or go on with one that stopped; the keys are given now and kept nowhere',
    operands: ['<sweep>'],
    options: {
      by: byOption,
      ...keyOptions,
      yes: { kind: 'flag', help: 'do not ask' },
    },
    needs: 'networks',
    run: runCommand,
  },
  {
    name: 'sweep list',
    summary: `List the last ${maxListed} sweeps, newest first`,
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const sweeps = await listSweeps(sql, maxListed);
      return {
        json: sweeps,
        text: table(
          ['SWEEP', 'PLANNED', 'BY', 'NETWORK', 'TO', 'STATUS', 'ADDRESSES', 'PLANNED USDT', 'SWEPT'],
          sweeps.map((sweep) => [
            sweep.id,
            formatTime(sweep.createdAt),
            sweep.plannedBy,
            sweep.network,
            `${sweep.place} ${writing.formatAddress(sweep.network, sweep.address)}`,
            sweep.status,
            `${sweep.ended} of ${sweep.items}`,
            usdt(sweep.plannedUnits),
            usdt(sweep.sweptUnits),
          ]),
          'Nothing was ever swept: pasarela sweep plan.',
        ),
      };
    },
  },
  {
    name: 'sweep show',
    summary: 'Show a sweep with each of its addresses',
    operands: ['<sweep>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [id = ''] }) {
      const sweep = await requireSweep(sql, id);
      const items = await itemsOf(sql, sweep.id);
      return { json: { ...sweep, items }, text: describeItems(sweep, items) };
    },
  },
];

async function runCommand(context: NetworksContext, input: Input) {
  const { sql, progress } = context;
  const sweep = await requireSweep(sql, input.operands[0] ?? '');
  const { network, served } = open(context, sweep.network);
  const by = readPerson(input);
  const items = await itemsOf(sql, sweep.id);
  const keys = await readSweepKeys(input, network);
  const sending = { sending: context.sending };
  const [usdtChain, coin] = [createPayoutChain(served, sending), createCoinChain(served, sending)];
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const token = newId();
  try {
    await requireKeys(sql, sweep, items, keys, usdtChain.hasNonces);
    await confirm(input, network, sweep, items);
    await begin(sql, sweep, by, keys.gasPayer);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    const blockMs = served.isPublic ? network.blockSeconds * 1000 : localBlockMs;
    const toldAtMs = new Map<string, number>();
    const isOurs = await runSweep(
      {
        sql,
        sweep,
        usdt: usdtChain,
        coin,
        keys,
        patienceMs: patienceBlocks * blockMs,
        tell(told) {
          const line = describeTold(served, told);
          // What lasts is told now and then, not at every step.
          if (Date.now() - (toldAtMs.get(line) ?? 0) < tellAgainMs) return;
          toldAtMs.set(line, Date.now());
          progress(line);
        },
        now: () => new Date(),
      },
      { token, paceMs: Math.min(3_000, blockMs / 2), signal: stopping.signal },
    );
    if (!isOurs) throw new UsageError(['Another process runs this sweep.']);
  } finally {
    keys.wipe();
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
    await releaseSweep(sql, sweep.id, token).catch(() => {});
    await Promise.all([usdtChain.close(), coin.close()]);
  }
  const now = await requireSweep(sql, sweep.id);
  const after = await itemsOf(sql, sweep.id);
  const failed = after.filter(({ status }) => status === 'failed').length;
  return {
    json: { ...now, items: after },
    text:
      now.status === 'done'
        ? describeItems(now, after)
        : `${describeItems(now, after)}\n\nIt was stopped. The same command goes on with it.`,
    failed: failed > 0 || now.status !== 'done',
  };
}

function open(
  { chains, served }: NetworksContext,
  typed: string,
): { network: Network; chain: ChainReader; served: ServedNetwork } {
  const [chain] = readChains(chains, typed);
  const found = chain && served.get(chain.network);
  if (!found) throw new UsageError([`${typed} is not served.`]);
  return { network: found.network, chain, served: found };
}

async function requireSweep(sql: Sql, id: string): Promise<Sweep> {
  const sweep = isId(id) ? await findSweep(sql, id) : null;
  if (!sweep) throw new UsageError([`There is no sweep "${id}": pasarela sweep list.`]);
  return sweep;
}

/** Where to, and that it is a place from which the money can be had again. */
async function readPlace(
  sql: Sql,
  network: Network,
  chain: PayoutChain,
  typed: string,
): Promise<{ place: SweepPlace; address: string }> {
  const fault = (message: string) => new UsageError([`--to: ${message}`]);
  if (typed === 'hot') {
    const [wallet] = await hotWalletsOf(sql, network.id);
    if (!wallet?.isActive) throw fault(`${network.id} has no hot wallet.`);
    return { place: 'hot', address: wallet.address };
  }
  if (!typed.startsWith('treasury:')) throw fault('must be hot or treasury:<address>.');
  const address = parseAddress(network.family, typed.slice('treasury:'.length));
  if (typeof address !== 'string') throw fault(address.message);
  if (address === network.token) throw fault('this is the contract of USDT: what is sent there is lost.');
  if (/^0x0{40}$/.test(address)) throw fault('this is the address of zeros: what is sent there is lost.');
  if ((await matchAddresses(sql, network.id, [address])).size > 0) throw fault('this is a deposit address.');
  if ((await hotWalletsOf(sql, network.id)).some((wallet) => wallet.address === address)) {
    throw fault('this is a hot wallet: give --to hot.');
  }
  if (await chain.isBlacklisted(address)) throw fault("the token's issuer has frozen this address.");
  return { place: 'treasury', address };
}

function readRules(input: Input, network: Network): PlanRules {
  const limit = readWhole(input, 'limit') ?? defaultLimit;
  if (limit < 1 || limit > maxLimit) throw new UsageError([`--limit: must be 1 to ${maxLimit}.`]);
  const percent = input.text('max-cost-percent');
  const price = input.text('coin-price');
  if ((percent === undefined) !== (price === undefined)) {
    throw new UsageError(['--max-cost-percent and --coin-price belong together: fees are not paid in USDT.']);
  }
  return {
    minUnits: readUnits('min', input.text('min') ?? '10', usdtDecimals),
    limit,
    maxCost:
      percent === undefined || price === undefined
        ? null
        : {
            basisPoints: readUnits('max-cost-percent', percent, 2),
            coinPriceUnits: readUnits('coin-price', price, usdtDecimals),
            coinUnits: 10n ** BigInt(coinDecimals[network.family]),
          },
  };
}

function readUnits(option: string, typed: string, decimals: number): bigint {
  const units = parseDecimal(typed, decimals);
  if (typeof units === 'bigint' && units > 0n) return units;
  throw new UsageError([
    `--${option}: "${typed}" is not a number above 0 with at most ${decimals} decimals.`,
  ]);
}

/** All that can be known to be wrong before anything is sent. */
async function requireKeys(
  sql: Sql,
  sweep: Sweep,
  items: readonly ListedItem[],
  keys: SweepKeys,
  hasNonces: boolean,
): Promise<void> {
  const open = items.filter(({ status }) => ['planned', 'topping_up', 'moving'].includes(status));
  const [first, ...others] = keys.missing(open);
  if (first) {
    const more = others.length > 0 ? ` and ${others.length} others` : '';
    throw new UsageError([
      `--keys-file: has not the key of ${writing.formatAddress(sweep.network, first.address)}${more}. Nothing was sent.`,
    ]);
  }
  const { gasPayer } = keys;
  if (gasPayer === null) {
    if (open.every(({ likelyTopUp }) => likelyTopUp === 0n)) return;
    throw new UsageError(['The addresses need gas: give --gas-key-file or --gas-account.']);
  }
  if (items.some(({ address }) => address === gasPayer)) {
    throw new UsageError(['The gas payer is one of the addresses that are swept.']);
  }
  const isHot = (await hotWalletsOf(sql, sweep.network)).some(({ address }) => address === gasPayer);
  if (isHot && hasNonces) {
    throw new UsageError(['The gas payer is a hot wallet: its nonces are for payouts. Give another wallet.']);
  }
  const other = hasNonces ? await sweepInTheWay(sql, sweep, gasPayer) : null;
  if (other !== null) {
    throw new UsageError([
      `Gas of this wallet is on its way for sweep ${other}: run that one to its end first.`,
    ]);
  }
}

async function confirm(
  input: Input,
  network: Network,
  sweep: Sweep,
  items: readonly ListedItem[],
): Promise<void> {
  if (input.flag('yes')) return;
  if (!process.stdin.isTTY || input.text('keys-file') === '-') {
    throw new UsageError(['--yes is missing: nobody is there to be asked.']);
  }
  const open = items.filter(({ status }) => ['planned', 'topping_up', 'moving'].includes(status));
  const units = open.reduce((sum, { plannedUnits }) => sum + plannedUnits, 0n);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(
    `Move ${usdt(units)} of ${open.length} addresses on ${network.title} to ${sweep.place} ${writing.formatAddress(network.id, sweep.address)}? Type yes: `,
  );
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError(['Nothing was sent.']);
}

async function begin(sql: Sql, sweep: Sweep, by: string, gasPayer: string | null): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await startRun(tx, sweep.id, gasPayer))) {
      throw new UsageError([
        `Gas of ${sweep.gasPayer === null ? 'another wallet' : writing.formatAddress(sweep.network, sweep.gasPayer)} is on its way for this sweep: go on with the same gas payer.`,
      ]);
    }
    const details = { gasPayer };
    await appendAudit(tx, { actor: by, act: 'sweep_run', subject: `sweep ${sweep.id}`, details }, new Date());
  });
}
