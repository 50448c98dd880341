import { formatAsset } from '../../../base/money/asset.ts';
import { assetOn } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { parseTransactionHash } from '../../../chain/chains/transaction-hash.ts';
import { confirmRestored } from '../../../commerce/installation/confirm-restored.ts';
import { markRestored } from '../../../commerce/installation/mark-restored.ts';
import {
  type Outflow,
  type RestoredReport,
  restoredReport,
} from '../../../commerce/installation/restored-report.ts';
import { createStanding } from '../../../crypto/custody/wallet-standing.ts';
import { getPayout } from '../../../crypto/payouts/get-payout.ts';
import { adoptTransaction } from '../../../crypto/payouts/sending/adopt-transaction.ts';
import type { Payout } from '../../../crypto/payouts/store.ts';
import { type Command, type NetworksContext, UsageError } from '../command.ts';
import { amountOn } from '../crypto/network-operand.ts';
import { openNetwork, openPayoutChain } from '../crypto/sweep-operands.ts';
import { formatTime, table } from '../format.ts';
import { byOption, readReason } from '../person.ts';

const note = { kind: 'text', value: '<words>', help: 'what you found out, or why', required: true } as const;

/** Payouts that may have been sent come first; nobody reads a longer list. */
const maxListed = 200;

/** After a restore: payouts sent since the backup must be known before anything is sent again. */
export const restoredCommands: Command[] = [
  {
    name: 'restored mark',
    summary:
      'Say that this database was restored from a backup, before anything is started on it: payouts and sweeps wait, addresses that may be given away are left out',
    operands: [],
    options: { by: byOption, note },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const why = { person: await input.by(), reason: readReason(input, 'note') };
      await markRestored(sql, why, new Date());
      return {
        json: { restored: true },
        text: 'Payouts and sweeps wait. `pasarela restored status` shows what to look at, `pasarela restored confirm` lets them go on.',
      };
    },
  },
  {
    name: 'restored status',
    summary:
      'List what left the hot wallets without the knowledge of a restored database, beside the payouts that it would send; exits 1 when one may have been sent',
    operands: [],
    options: {},
    writes: 'findings',
    needs: 'networks',
    async run({ sql, chains }) {
      const report = await restoredReport(sql, chains);
      return {
        json: {
          ...report,
          outflows: report.outflows.map(writtenOutflow),
          repeats: report.repeats.map(({ payout, outflow }) => ({
            payoutId: payout.id,
            ...writtenOutflow(outflow),
          })),
        },
        text: describe(report),
        failed: report.repeats.length > 0 || report.unread.length > 0,
      };
    },
  },
  {
    name: 'restored adopt',
    summary:
      'End a payout by a transaction that sent it and that the books do not know: the database was restored or set back',
    operands: ['<payout>', '<transaction>'],
    options: { by: byOption, note },
    writes: 'acts',
    needs: 'networks',
    async run(context, input) {
      const { sql } = context;
      const [id = '', typed = ''] = input.operands;
      const hash = parseTransactionHash(typed);
      if (hash === null) throw new UsageError([`"${typed}" is no hash of a transaction.`]);
      const payout = await getPayout(sql, id);
      const { chain, served } = openNetwork(context, await networkOf(context, payout, hash));
      const payoutChain = await openPayoutChain(context, served);
      try {
        const why = { person: await input.by(), note: readReason(input, 'note') };
        const deps = {
          sql,
          notation,
          chain,
          payoutChain,
          standing: createStanding({ sql, chain: payoutChain, reader: chain }),
          now: () => new Date(),
        };
        const ended = await adoptTransaction(deps, payout.id, hash, why);
        return {
          json: ended,
          text: `Payout ${ended.id} is ${ended.status}: it was sent by this transaction.`,
        };
      } finally {
        await payoutChain.close();
      }
    },
  },
  {
    name: 'restored confirm',
    summary:
      'Let payouts and sweeps of a restored database go on; refused while one may have been sent already',
    operands: [],
    options: { by: byOption, note },
    writes: 'acts',
    needs: 'networks',
    async run({ sql, chains }, input) {
      const why = { person: await input.by(), note: readReason(input, 'note') };
      await confirmRestored(sql, chains, why, new Date());
      return { json: { restored: false }, text: 'Payouts are sent again, and sweeps run.' };
    },
  },
];

/** The network whose chain has the transaction: the recipient may have chosen another one than these books show. */
async function networkOf(
  { chains }: NetworksContext,
  { asset, network }: Payout,
  hash: string,
): Promise<string> {
  for (const [id, chain] of chains) {
    if (assetOn(id) === asset && ((await chain.transfersOf(hash)) ?? []).length > 0) return id;
  }
  if (network !== null) return network;
  throw new UsageError([`No network here that ${asset} is paid on has this transaction.`]);
}

function writtenOutflow({ network, log }: Outflow) {
  return {
    network,
    transactionHash: notation.formatTransactionHash(network, log.transactionHash),
    from: notation.formatAddress(network, log.from),
    to: notation.formatAddress(network, log.to),
    amountUnits: log.amountUnits,
    blockNumber: log.blockNumber,
  };
}

function describe({ isRestored, pause, payouts, outflows, repeats, unread }: RestoredReport): string {
  const head = pause
    ? `Restored, as of ${formatTime(pause.pausedAt)} by ${pause.pausedBy}: ${pause.reason} Payouts and sweeps wait.`
    : isRestored
      ? 'This is another database than the one used before. Payouts wait; `pasarela restored mark` comes first.'
      : 'This database was not restored, or that was confirmed.';
  const left = outflows.map((outflow) => {
    const { network, transactionHash, to } = writtenOutflow(outflow);
    const fitting = repeats.filter((repeat) => repeat.outflow === outflow);
    const amount = amountOn(network, outflow.log.amountUnits);
    return [network, amount, to, transactionHash, fitting.map(({ payout }) => payout.id).join(', ')];
  });
  const isRepeat = ({ id }: Payout): boolean => repeats.some(({ payout }) => payout.id === id);
  const ordered = [...payouts.filter(isRepeat), ...payouts.filter((payout) => !isRepeat(payout))];
  const toPay = ordered
    .slice(0, maxListed)
    .map((payout) => [
      payout.id,
      payout.status,
      formatAsset(payout.amountUnits, payout.asset),
      payout.network ?? '',
      addressOf(payout),
      isRepeat(payout) ? 'may have been sent' : '',
    ]);
  return [
    head,
    table(
      ['NETWORK', 'LEFT A HOT WALLET', 'TO', 'TRANSACTION', 'MAY BE PAYOUT'],
      left,
      'Nothing left a hot wallet without the knowledge of the books.',
    ),
    table(['PAYOUT', 'STATUS', 'AMOUNT', 'NETWORK', 'TO', ''], toPay, 'No payout is still to be paid.'),
    ...(payouts.length > maxListed ? [`And ${payouts.length - maxListed} more: pasarela payouts list.`] : []),
    ...(unread.length > 0
      ? [`Could not ask: ${unread.join(', ')}. Nothing is known of what was sent there.`]
      : []),
  ].join('\n\n');
}

function addressOf({ network, address }: Payout): string {
  return network !== null && address !== null ? notation.formatAddress(network, address) : '';
}
