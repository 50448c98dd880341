import type { Sql } from '../../../base/db/pool.ts';
import type { ChainReader } from '../../../chain/chains/create-chain.ts';
import { networks } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { listCursors } from '../../../crypto/deposits/cursor-store.ts';
import { rescanBlocks } from '../../../crypto/deposits/gaps/rescan-blocks.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { details, formatTime } from '../format.ts';
import { optionalByOption } from '../person.ts';
import { amountOn, readChains } from './network-operand.ts';

export const chainCommands: Command[] = [
  {
    name: 'chain status',
    summary: 'Show how far each network is read, how far it lags, and its faults',
    operands: [],
    options: {},
    needs: 'networks',
    async run({ sql, chains }) {
      const statuses = await Promise.all(networks.map(({ id }) => statusOf(sql, id, chains.get(id))));
      return { json: statuses, text: statuses.map(describeStatus).join('\n\n') };
    },
  },
  {
    name: 'chain rescan',
    summary:
      'Read final blocks again and record the payments that are missing; broken off, it can be repeated',
    operands: ['<network>'],
    options: {
      from: { kind: 'text', value: '<block>', help: 'the first block', required: true },
      to: { kind: 'text', value: '<block>', help: 'the last block', required: true },
      by: optionalByOption,
    },
    writes: 'acts',
    needs: 'networks',
    async run({ sql, chains, progress }, input) {
      const [chain] = readChains(chains, input.operands[0] ?? '');
      if (!chain) throw new Error('a network that was read has a chain');
      const [from, to] = [readBlockNumber(input, 'from'), readBlockNumber(input, 'to')];
      if (from > to) throw new UsageError(['--from: must not be above --to.']);
      const report = await rescanBlocks(
        { ...notation, sql, chain, now: () => new Date() },
        from,
        to,
        await input.by(),
        (doneTo, recovered) =>
          progress(`${chain.network}: done to block ${doneTo} of ${to}, ${recovered} recovered`),
      );
      const lines = report.recovered.map(
        ({ log, order }) =>
          `${amountOn(chain.network, log.amountUnits)} in block ${log.blockNumber} for order ${order.orderId}: ${notation.formatTransactionHash(chain.network, log.transactionHash)}`,
      );
      const sum = `${report.seen} payments in blocks ${from} to ${to}, ${lines.length} of them recorded only now.`;
      const recovered = report.recovered.map(({ log, ...rest }) => ({
        ...rest,
        log: { ...log, transactionHash: notation.formatTransactionHash(chain.network, log.transactionHash) },
      }));
      return { json: { ...report, recovered }, text: [sum, ...lines].join('\n') };
    },
  },
];

function readBlockNumber(input: Input, option: string): bigint {
  const text = input.text(option) ?? '';
  if (!/^\d{1,12}$/.test(text)) {
    throw new UsageError([`--${option}: "${text}" is not the number of a block.`]);
  }
  return BigInt(text);
}

/** Unknown values are null. */
interface ChainStatus {
  network: string;
  head: bigint | null;
  nodes: { host: string; fault: string | null }[];
  cursor: Awaited<ReturnType<typeof listCursors>>[number] | null;
  behindBlocks: bigint | null;
  behindSeconds: number | null;
}

async function statusOf(sql: Sql, network: string, chain: ChainReader | undefined): Promise<ChainStatus> {
  const head = chain ? await chain.latestBlock().catch(() => null) : null;
  const cursor = (await listCursors(sql)).find((each) => each.network === network) ?? null;
  const nodes = chain?.nodes() ?? [];
  return {
    network,
    head: head?.number ?? null,
    nodes: nodes.map(({ host, lastFault, failures }) => ({ host, fault: failures > 0 ? lastFault : null })),
    cursor,
    behindBlocks: head && cursor ? maxOf(0n, head.number - cursor.blockNumber) : null,
    behindSeconds: cursor ? Math.round((Date.now() - cursor.blockTime.getTime()) / 1000) : null,
  };
}

function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function describeStatus({ network, head, nodes, cursor, behindBlocks, behindSeconds }: ChainStatus): string {
  const nodeText = nodes.map(({ host, fault }) => `${host} ${fault ?? 'is well'}`).join('; ');
  return details([
    ['Network', network],
    ['Nodes', nodeText || 'not within reach of this command'],
    ['Head', head === null ? 'unknown' : `block ${head}`],
    ['Read to', cursor ? `block ${cursor.blockNumber} of ${formatTime(cursor.blockTime)}` : 'never read'],
    ...(cursor
      ? ([
          ['Final to', `block ${cursor.finalizedNumber} of ${formatTime(cursor.finalizedTime)}`],
          ['Behind', `${behindBlocks ?? '?'} blocks, ${behindSeconds} s since the newest that was read`],
          ['Watcher', cursor.isLed ? 'one leads' : `none since ${formatTime(cursor.ledUntil)}`],
          ['Gaps', String(cursor.gaps)],
          ['Alarms', cursor.alarms.join(', ') || 'none'],
        ] satisfies [string, string][])
      : []),
  ]);
}
