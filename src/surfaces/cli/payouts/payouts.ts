import { type AuditRow, listAudit } from '../../../accounts/audit/audit-log.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { formatAsset } from '../../../base/money/asset.ts';
import { formatDecimal } from '../../../base/money/money.ts';
import { formatFeeCoin } from '../../../chain/chains/fee-coin.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { approvalsOf } from '../../../crypto/payouts/approval/approval-store.ts';
import { approvePayout, rejectPayout } from '../../../crypto/payouts/approval/approve-payout.ts';
import { cancelPayout } from '../../../crypto/payouts/cancel-payout.ts';
import { findClaim } from '../../../crypto/payouts/claim/claim-store.ts';
import { refusedAmong } from '../../../crypto/payouts/claim/refused-codes.ts';
import { getPayout } from '../../../crypto/payouts/get-payout.ts';
import { payoutStatuses } from '../../../crypto/payouts/payout.ts';
import { refusalOf } from '../../../crypto/payouts/payout-shape.ts';
import { listPayouts, type Payout, sentTransactions } from '../../../crypto/payouts/store.ts';
import type { Command } from '../command.ts';
import { readNetwork } from '../crypto/network-operand.ts';
import { details, formatTime, table } from '../format.ts';
import { maxListed, readPage } from '../page-options.ts';
import { byOption, readReason } from '../person.ts';

/** One payout has a handful. */
const maxAuditRows = 100;
const now = (): Date => new Date();

export const payoutCommands: Command[] = [
  {
    name: 'payouts list',
    summary: 'List payouts, newest first',
    operands: [],
    options: {
      status: { kind: 'text', value: '<status>', help: `only these: ${payoutStatuses.join(', ')}` },
      merchant: { kind: 'text', value: '<merchant>', help: 'only those of this one' },
      network: { kind: 'text', value: '<network>', help: 'only those on this one' },
      limit: { kind: 'text', value: '<number>', help: `how many at most: 1 to ${maxListed}, 50 if absent` },
      cursor: { kind: 'text', value: '<cursor>', help: 'continue an earlier list' },
    },
    mayBeOld: true,
    needs: 'database',
    async run({ sql }, input) {
      const { limit, cursor, status } = readPage(input, payoutStatuses);
      const merchant = input.text('merchant');
      const network = input.text('network');
      const found = await listPayouts(
        sql,
        {
          ...(status !== undefined && { status }),
          ...(merchant !== undefined && { merchantId: (await getMerchant(sql, merchant)).id }),
          ...(network !== undefined && { network: readNetwork(network).id }),
          ...(cursor !== undefined && { beforeId: cursor }),
        },
        limit + 1,
      );
      const payouts = found.slice(0, limit);
      const refused = await refusedAmong(sql, payouts);
      const whyOf = ({ id, failure, waitReason }: Payout) =>
        failure ?? waitReason ?? (refused.has(id) ? 'code_undeliverable' : '');
      const nextCursor = found.length > limit ? (payouts.at(-1)?.id ?? null) : null;
      const lines = table(
        ['PAYOUT', 'KIND', 'CREATED', 'STATUS', 'WHY', 'AMOUNT', 'RECIPIENT GETS', 'NETWORK', 'TO'],
        payouts.map((payout) => [
          payout.id,
          payout.kind,
          formatTime(payout.createdAt),
          payout.status,
          whyOf(payout),
          `${formatDecimal(payout.amountMinor, 2)} USD`,
          formatAsset(payout.amountUnits, payout.asset),
          payout.network ?? '',
          addressOf(payout) ?? '',
        ]),
        'There are no such payouts.',
      );
      return {
        json: { payouts, nextCursor },
        text: nextCursor === null ? lines : `${lines}\n\nMore with --cursor ${nextCursor}`,
      };
    },
  },
  {
    name: 'payouts show',
    summary: 'Show a payout with its transactions, its approvals and its audit rows',
    operands: ['<payout>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [id = ''] }) {
      const payout = await getPayout(sql, id);
      const transactions = await sentTransactions(sql, payout);
      const hashOf = (hash: string) =>
        payout.network ? notation.formatTransactionHash(payout.network, hash) : hash;
      const written = transactions.map((sent) => ({ ...sent, hash: hashOf(sent.hash) }));
      const given = await approvalsOf(sql, payout);
      const named = (counts: boolean) =>
        given.filter((each) => each.counts === counts).map(({ person }) => person);
      const [approvals, typedNames] = [named(true), named(false)];
      const refusal = refusalOf(payout, payout.status === 'open' ? await findClaim(sql, payout) : null);
      const audit = await listAudit(sql, { subject: `payout ${payout.id}` }, maxAuditRows);
      const lines = [
        describePayout(payout, approvals, typedNames),
        ...(refusal
          ? [
              `The mail server refused the code at ${refusal.at}: ${refusal.answer}\npasarela payouts set-email corrects the address.`,
            ]
          : []),
        table(
          ['TRANSACTION', 'SENT', 'STATE', 'NETWORK FEE'],
          transactions.map(({ hash, sentAt, status, networkFee }) => [
            hashOf(hash),
            formatTime(sentAt),
            status,
            payout.network && networkFee !== null
              ? formatFeeCoin(readNetwork(payout.network), BigInt(networkFee))
              : '',
          ]),
          'No transactions yet.',
        ),
        ...(audit.length > 0 ? [describeAudit(audit)] : []),
      ];
      const json = { ...payout, codeRefused: refusal, transactions: written, approvals, typedNames, audit };
      return { json, text: lines.join('\n\n') };
    },
  },
  {
    name: 'payouts approve',
    summary:
      'Approve a payout that waits for a person, with a code of your second factor; a very large one needs two people',
    operands: ['<payout>'],
    options: { by: byOption },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const found = await getPayout(sql, input.operands[0] ?? '');
      const approver = await input.approver(found.merchantId);
      const { payout, people, isNew } = await approvePayout({ sql, notation, now }, found.id, approver);
      const missing = payout.approvalsNeeded - people.length;
      const outcome = !isNew
        ? `${approver.email} has approved it before, which counts once. It needs one more person.`
        : missing > 0
          ? `Approved by ${people.join(' and ')}. It needs one more person.`
          : `Approved by ${people.join(' and ')}. It is sent when its turn comes.`;
      return {
        json: { ...payout, approvals: people, isNew },
        text: `${describePayout(payout, people)}\n\n${outcome}`,
      };
    },
  },
  {
    name: 'payouts reject',
    summary: 'Refuse a payout that waits for approval; the merchant gets the money back',
    operands: ['<payout>'],
    options: {
      by: byOption,
      note: { kind: 'text', value: '<text>', help: 'why', required: true },
    },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const { id, merchantId } = await getPayout(sql, input.operands[0] ?? '');
      const review = {
        person: await input.by('payouts.approve', merchantId),
        note: readReason(input, 'note'),
      };
      const payout = await rejectPayout({ sql, notation, now }, id, review);
      return { json: payout, text: `${describePayout(payout, [])}\n\nRejected. ${released(payout)}` };
    },
  },
  {
    name: 'payouts cancel',
    summary: 'Cancel a payout that is not being sent yet; the merchant gets the money back',
    operands: ['<payout>'],
    options: {
      by: byOption,
      note: { kind: 'text', value: '<text>', help: 'why', required: true },
    },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const act = { actor: await input.by(), note: readReason(input, 'note') };
      const found = await getPayout(sql, input.operands[0] ?? '');
      const payout = await cancelPayout({ sql, notation, now }, found, { ...act, knowsWhatWasSent: true });
      return { json: payout, text: `${describePayout(payout, [])}\n\nCanceled. ${released(payout)}` };
    },
  },
];

export function describeAudit(rows: AuditRow[]): string {
  return table(
    ['NUMBER', 'TIME', 'WHO', 'ACT', 'ON', 'DETAILS'],
    rows.map(({ number, at, actor, act, subject, details }) => [
      String(number),
      formatTime(at),
      actor,
      act,
      subject,
      details,
    ]),
    'Nothing has been done yet.',
  );
}

function addressOf({ network, address }: Payout): string | null {
  return network && address ? notation.formatAddress(network, address) : null;
}

function released(payout: Payout): string {
  return `${formatAsset(payout.amountUnits + payout.feeUnits, payout.asset)} are available to the merchant again.`;
}

/** `typedNames`: approvals from before accounts existed, which no longer count. */
function describePayout(payout: Payout, approvals: string[], typedNames: string[] = []): string {
  const address = addressOf(payout);
  const optional: [string, string | null][] = [
    ['Refund of order', payout.refundOf],
    ['Why it failed', payout.failure && [payout.failure, payout.failureNote].filter(Boolean).join(': ')],
    ['Why it waits', payout.waitReason],
    ['Network', payout.network],
    ['To', address],
    ['Confirmed', payout.confirmedAt && formatTime(payout.confirmedAt)],
    ['Confirm until', payout.status === 'open' ? formatTime(payout.opensUntil) : null],
    [
      'Approvals',
      payout.approvalsNeeded > 0
        ? `${approvals.length} of ${payout.approvalsNeeded}${approvals.length > 0 ? `: ${approvals.join(', ')}` : ''}${typedNames.length > 0 ? `; before accounts: ${typedNames.join(', ')}` : ''}`
        : null,
    ],
    ['Hot wallet', payout.network && payout.wallet && notation.formatAddress(payout.network, payout.wallet)],
    ['Reference', payout.merchantIdCustom],
    ['Description', payout.description],
  ];
  return details([
    ['Payout', payout.id],
    ['Merchant', payout.merchantId],
    ['Status', payout.status],
    ['Amount', `${formatDecimal(payout.amountMinor, 2)} USD`],
    ['Recipient gets', formatAsset(payout.amountUnits, payout.asset)],
    ['Fee', formatAsset(payout.feeUnits, payout.asset)],
    ['Rate', `${formatDecimal(payout.rateScaled, 8)} USD, ${payout.rateSources.join(', ')}`],
    ...optional.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : [])),
    ['Recipient', payout.email],
    ['Created', formatTime(payout.createdAt)],
  ]);
}
