import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import type { CardBalance } from '../../../payments/charges/movements/balance-store.ts';
import { compareBalance } from '../../../payments/charges/movements/compare-balance.ts';
import { accountsOf, readPeriod } from '../../../payments/charges/movements/period.ts';
import { completeUntil } from '../../../payments/charges/movements/reconcile-daily.ts';
import {
  type Finding,
  type Reconciliation,
  reconcileMovements,
} from '../../../payments/charges/movements/reconcile-movements.ts';
import type { ProcessorAccount } from '../../../payments/charges/payment-processors.ts';
import { type CardsContext, type Command, type Input, UsageError } from '../command.ts';
import { formatTime, table } from '../format.ts';

export const cardsReconcileCommand: Command = {
  name: 'cards reconcile',
  summary:
    'Compare every payment, refund, dispute and fee of a processor with the books, both ways, and its own balance where it tells one; exits 1 when something is missing or differs',
  operands: ['<processor>'],
  options: {
    from: { kind: 'text', value: '<day>', help: 'the first day (UTC), e.g. 2026-01-01', required: true },
    to: { kind: 'text', value: '<day>', help: 'the last day (UTC), inclusive', required: true },
    merchant: {
      kind: 'text',
      value: '<merchant>',
      help: "on this merchant's own accounts, not the installation's",
    },
  },
  needs: 'cards',
  async run(context, input) {
    const now = new Date();
    const period = readPeriod({ from: input.text('from') ?? '', to: input.text('to') ?? '' }, now);
    const accounts = await chosenAccounts(context, input);
    const { payouts: _, ...report } = await reconcileMovements(
      context.sql,
      accounts,
      period,
      now,
      context.progress,
    );
    const balances: CardBalance[] = [];
    for (const account of accounts) {
      balances.push(...(await compareBalance(context.sql, account, completeUntil(now), () => new Date())));
    }
    const isOff = balances.some(({ theirsMinor, oursMinor }) => theirsMinor !== oursMinor);
    const isRight = report.found === 0 && !isOff;
    return {
      json: { ok: isRight, from: period.from, ...report, balances: balances.map(balanceOf) },
      text: [describe(report, isOff), ...balances.map(describeBalance)].join('\n'),
      failed: !isRight,
    };
  },
};

async function chosenAccounts({ sql, openCards }: CardsContext, input: Input): Promise<ProcessorAccount[]> {
  const [name = ''] = input.operands;
  const given = input.text('merchant');
  const merchantId = given === undefined ? null : (await getMerchant(sql, given)).id;
  const { processors } = await openCards();
  const accounts = accountsOf(await processors.accounts(), name, merchantId);
  if (accounts.length > 0) return accounts;
  throw new UsageError([
    merchantId === null
      ? `This installation has no keys for a card processor ${name}.`
      : `Merchant ${merchantId} has no account of its own at ${name}, or its keys cannot be read.`,
  ]);
}

function balanceOf({ currency, theirsMinor, oursMinor, readAt }: CardBalance) {
  const decimal = (amountMinor: bigint): string => moneyToDecimal({ amountMinor, currency });
  const difference = decimal(theirsMinor - oursMinor);
  return { currency, readAt, theirs: decimal(theirsMinor), ours: decimal(oursMinor), difference };
}

function describeBalance(balance: CardBalance): string {
  const { currency, theirs, ours, difference } = balanceOf(balance);
  const told = `Balance at the processor: ${theirs} ${currency}; by the movements in our books: ${ours} ${currency}`;
  return balance.theirsMinor === balance.oursMinor
    ? `${told}.`
    : `${told}. It differs by ${difference} ${currency}.`;
}

const words: Record<Finding['problem'], string> = {
  missing_here: 'not in our books',
  too_often: 'more often at the processor than in our books',
  open_case: 'an open case, which waits for a decision',
  missing_there: 'not at the processor',
  amount_differs: 'another amount',
  fee_differs: 'another fee',
  not_booked: 'its fee was not booked',
  booked_for_nothing: 'booked, and no longer at the processor',
};

function describe(
  { to, theirs, ours, exchanged, found, findings }: Omit<Reconciliation, 'payouts'>,
  isOff: boolean,
): string {
  const counted = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ') || 'nothing';
  const sums = [
    `Compared until ${formatTime(to)}.`,
    `At the processor: ${counted(theirs)}.`,
    `In our books: ${counted(ours)}.`,
    ...(exchanged > 0
      ? [`${exchanged} were settled in another currency: their amounts are not compared.`]
      : []),
    ...(theirs.other
      ? [`${theirs.other} movements of other kinds are the processor's own: look at them there.`]
      : []),
  ].join('\n');
  if (found === 0 && isOff) return `${sums}\nNothing is missing on either side, but the balance differs.`;
  if (found === 0)
    return `${sums}\nAll is right: nothing is missing on either side, and no amount or fee differs.`;
  const shown = table(
    ['WHAT', 'WHAT IS WRONG', 'AT', 'HERE', 'THERE', 'ID', "PROCESSOR'S ID", 'MERCHANT'],
    findings.map((each) => [
      each.kind,
      words[each.problem],
      formatTime(each.at),
      each.ours ? `${moneyToDecimal(each.ours)} ${each.ours.currency}` : '',
      each.theirs ? `${moneyToDecimal(each.theirs)} ${each.theirs.currency}` : '',
      each.id ?? '',
      each.lineId ?? '',
      each.merchantId ?? '',
    ]),
    '',
  );
  const rest = found > findings.length ? `, of which ${findings.length} are shown` : '';
  return `${sums}\n\n${shown}\n\nFound: ${found}${rest}.`;
}
