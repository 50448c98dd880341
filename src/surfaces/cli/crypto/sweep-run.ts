import { createInterface } from 'node:readline/promises';
import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { Network } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { createCoverWatch } from '../../../commerce/installation/cover-watch.ts';
import { hotWalletsOf } from '../../../crypto/sending/hot-wallets.ts';
import { runSweep } from '../../../crypto/sweeps/run-sweep.ts';
import type { Sweep } from '../../../crypto/sweeps/sweep.ts';
import type { SweepKeys } from '../../../crypto/sweeps/sweep-keys.ts';
import {
  itemsOf,
  type ListedItem,
  releaseSweep,
  startRun,
  sweepInTheWay,
} from '../../../crypto/sweeps/sweep-store.ts';
import { type ActingInput, type Command, type Input, type NetworksContext, UsageError } from '../command.ts';
import { byOption } from '../person.ts';
import { amountOn } from './network-operand.ts';
import { keyOptions, readSweepKeys } from './sweep-keys.ts';
import { openNetwork, requireSweep } from './sweep-operands.ts';
import { describeItems, describeReport, writtenItems } from './sweep-text.ts';

/** A transaction that waits for this many blocks is replaced by fee. */
const patienceBlocks = 8;
const localBlockMs = 1_000;
/** On faster chains, RPC nodes are not polled more often than this, and nothing is replaced by fee sooner. */
const leastBlockMs = 2_000;
const tellAgainMs = 60_000;

export const runSweepCommand: Command = {
  name: 'sweep run',
  summary:
    'Run a sweep that was planned, or go on with one that stopped; the keys are given now and kept nowhere',
  operands: ['<sweep>'],
  options: {
    by: byOption,
    ...keyOptions,
    yes: { kind: 'flag', help: 'do not ask' },
  },
  writes: 'acts',
  needs: 'networks',
  run: runCommand,
};

async function runCommand(context: NetworksContext, input: ActingInput) {
  const { sql, progress } = context;
  const sweep = await requireSweep(sql, input.operands[0] ?? '');
  const { network, served } = openNetwork(context, sweep.network);
  const by = await input.by();
  const items = await itemsOf(sql, sweep.id);
  const keys = await readSweepKeys(input, network);
  const sending = { sending: context.sending };
  const { createCoinChain, createPayoutChain } = await import('../../../chain/chains/create-payout-chain.ts');
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
    const blockMs = served.isPublic ? Math.max(leastBlockMs, network.blockSeconds * 1000) : localBlockMs;
    const toldAtMs = new Map<string, number>();
    const isOurs = await runSweep(
      {
        sql,
        sweep,
        usdt: usdtChain,
        coin,
        keys,
        patienceMs: patienceBlocks * blockMs,
        mayLeave: createCoverWatch(sql, progress).look,
        tell(told) {
          const line = describeReport(served, told);
          // Lasting conditions are reported now and then, not at every step.
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
    json: { ...now, items: writtenItems(now, after) },
    text:
      now.status === 'done'
        ? describeItems(now, after)
        : `${describeItems(now, after)}\n\nIt was stopped. The same command goes on with it.`,
    failed: failed > 0 || now.status !== 'done',
  };
}

/** Checks everything that can be checked before anything is sent. */
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
      `--keys-file: has not the key of ${notation.formatAddress(sweep.network, first.address)}${more}. Nothing was sent.`,
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
    `Move ${amountOn(network.id, units)} of ${open.length} addresses on ${network.title} to ${sweep.place} ${notation.formatAddress(network.id, sweep.address)}? Type yes: `,
  );
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError(['Nothing was sent.']);
}

async function begin(sql: Sql, sweep: Sweep, by: string, gasPayer: string | null): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await startRun(tx, sweep.id, gasPayer))) {
      throw new UsageError([
        `Gas of ${sweep.gasPayer === null ? 'another wallet' : notation.formatAddress(sweep.network, sweep.gasPayer)} is on its way for this sweep: go on with the same gas payer.`,
      ]);
    }
    const details = { gasPayer };
    await appendAudit(tx, { actor: by, act: 'sweep_run', subject: `sweep ${sweep.id}`, details }, new Date());
  });
}
