import { firstId } from '../../../base/db/ids.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import {
  type CardCase,
  listDecidedCases,
  listOpenCases,
} from '../../../payments/charges/cases/case-store.ts';
import { type CaseTarget, caseTargets } from '../../../payments/charges/cases/decide-case.ts';
import { recordCaseDecision } from '../../../payments/charges/cases/record-decision.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTime, table } from '../format.ts';
import { byOption, readReason } from '../person.ts';

const maxListed = 1_000;

const reasons: Readonly<Record<string, string>> = {
  unknown_kind: 'of a kind that nobody here knows',
  not_ours: 'of a payment, refund or dispute that is not ours',
  too_often: 'more often there than in our books',
  not_entered: 'not entered here',
  over_paid: 'a refund of more than is left of the payment',
  other_currency: 'a refund in another currency',
  missing_here: 'not in our books',
  missing_there: 'not at the processor',
  amount_differs: 'another amount',
  fee_differs: 'another fee',
  not_booked: 'its fee was not booked',
  booked_for_nothing: 'booked, and no longer at the processor',
};

/** Movements at processors that the books cannot explain. */
export const cardCaseCommands: Command[] = [
  {
    name: 'cards cases list',
    summary:
      'List what moved at card processors and cannot be explained by the books, one by one; exits 1 when something waits for a decision',
    operands: [],
    options: { decided: { kind: 'flag', help: 'the last that were decided instead, newest first' } },
    needs: 'database',
    async run({ sql }, input) {
      const isDecided = input.flag('decided');
      const listed = await (isDecided ? listDecidedCases : listOpenCases)(sql, maxListed);
      return {
        json: listed.map(({ amount, ...each }) => ({
          ...each,
          amount: moneyToDecimal(amount),
          currency: amount.currency,
        })),
        text: table(
          ['CASE', 'SINCE', 'PROCESSOR', 'KIND', 'AMOUNT', 'WHY', 'MERCHANT', 'AT THE PROCESSOR', 'SAID'],
          listed.map(rowOf),
          isDecided ? 'Nothing was decided yet.' : 'Every movement is explained.',
        ),
        failed: !isDecided && listed.length > 0,
      };
    },
  },
  {
    name: 'cards cases decide',
    summary:
      "Say where money belongs that moved at a card processor, with a code of your second factor: it leaves suspense for there; a merchant's balance, large amounts and other currencies than USD take two people",
    operands: ['<case>'],
    options: {
      to: {
        kind: 'text',
        value: `<${caseTargets.join('|')}>`,
        help: "a merchant's balance, the processor's costs, the operator's bank or own funds, what the processor holds back; none: nothing is to be booked",
        required: true,
      },
      merchant: {
        kind: 'text',
        value: '<merchant>',
        help: 'the merchant whose balance it is booked to, with --to merchant',
      },
      note: { kind: 'text', value: '<words>', help: 'what you found out', required: true },
      by: byOption,
    },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const [caseId = ''] = input.operands;
      const to = input.text('to') as CaseTarget;
      if (!caseTargets.includes(to)) throw new UsageError([`--to: one of ${caseTargets.join(', ')}.`]);
      const { case: judged, isDecided } = await recordCaseDecision(
        { sql, now: () => new Date() },
        { caseId, to, merchantId: input.text('merchant') ?? null, note: readReason(input, 'note') },
        await input.approver(null),
      );
      const amount = `${moneyToDecimal(judged.amount)} ${judged.amount.currency}`;
      const booked =
        to === 'none' ? 'It is closed, and nothing was booked.' : `${amount} was booked to ${to}.`;
      return {
        json: { id: judged.id, to, amount, isDecided },
        text: isDecided ? booked : 'Written down. A second person has to say the same.',
      };
    },
  },
];

function rowOf(each: CardCase): string[] {
  return [
    each.id,
    formatTime(each.openedAt),
    each.processor,
    each.kind,
    `${moneyToDecimal(each.amount)} ${each.amount.currency}`,
    reasons[each.reason] ?? each.reason,
    each.merchantId === firstId ? '' : each.merchantId,
    each.reference,
    saidOf(each),
  ];
}

function saidOf({ bookedTo, decidedBy, note, proposal }: CardCase): string {
  if (bookedTo !== null) {
    const isConfirmed = proposal?.to === bookedTo && proposal.person !== decidedBy;
    const first = isConfirmed ? `${proposal.person} and ` : '';
    return `${bookedTo}, by ${first}${decidedBy}: ${note}`;
  }
  return proposal ? `${proposal.to}, by ${proposal.person}, needs a second person: ${proposal.note}` : '';
}
