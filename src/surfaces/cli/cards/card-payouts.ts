import { PasarelaError } from '../../../base/ground/errors.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { readPayoutPage } from '../../../payments/charges/movements/compare-payouts.ts';
import {
  findPayout,
  listPayouts,
  type ProcessorPayout,
} from '../../../payments/charges/movements/payout-store.ts';
import { type Command, UsageError } from '../command.ts';
import { formatTime, table } from '../format.ts';

const maxListed = 200;

/** Processors' payouts to the bank, and the movements in them. */
export const cardPayoutCommands: Command[] = [
  {
    name: 'cards payouts list',
    summary:
      'List what card processors paid out to the bank, newest first, with the sum of the movements in each; exits 1 when a sum differs',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const payouts = await listPayouts(sql, null, maxListed);
      return {
        json: payouts,
        text: table(
          ['PAYOUT', 'AT', 'PROCESSOR', 'AMOUNT', 'ARRIVES', 'MOVEMENTS', 'THEIR SUM'],
          payouts.map((each) => [
            each.reference,
            formatTime(each.at),
            each.processor,
            sum(each, each.amountMinor),
            each.arrivesAt ? formatTime(each.arrivesAt) : '',
            each.lineCount?.toString() ?? (each.isListed ? 'not read yet' : 'not told'),
            each.linesMinor === null ? '' : `${sum(each, each.linesMinor)}${isOff(each) ? ' DIFFERS' : ''}`,
          ]),
          'No payout was compared yet.',
        ),
        failed: payouts.some(isOff),
      };
    },
  },
  {
    name: 'cards payouts show',
    summary: 'Read from the card processor which payments, refunds and fees a payout to the bank holds',
    operands: ['<payout>'],
    options: {},
    needs: 'cards',
    async run({ sql, openCards }, input) {
      const [key = ''] = input.operands;
      const payout = await findPayout(sql, key);
      if (!payout)
        throw new PasarelaError('not_found', `There is no payout ${key}: see pasarela cards payouts list.`);
      const { processors } = await openCards();
      const account = (await processors.accounts()).find(
        (each) => each.processor.name === payout.processor && each.accountId === payout.accountId,
      );
      if (!account) throw new UsageError([`There are no keys for ${payout.processor}.`]);
      if (!payout.isListed) {
        throw new UsageError([
          `${payout.processor} does not tell which movements are in ${payout.reference}.`,
        ]);
      }
      const lines: Awaited<ReturnType<typeof readPayoutPage>>['lines'] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: Awaited<ReturnType<typeof readPayoutPage>> = await readPayoutPage(
          sql,
          account,
          payout.reference,
          after,
        );
        lines.push(...page.lines);
        after = page.next;
      }
      const linesMinor = lines.reduce((all, { amount, feeMinor }) => all + amount.amountMinor - feeMinor, 0n);
      const isRight = linesMinor === payout.amountMinor;
      return {
        json: { payout, lines, linesMinor },
        text: [
          table(
            ['AT', 'MOVEMENT', 'AMOUNT', 'FEE', 'CHARGE', 'MERCHANT', "PROCESSOR'S ID"],
            lines.map(({ at, kind, amount, feeMinor, place, lineId }) => [
              formatTime(at),
              kind,
              sum(amount, amount.amountMinor),
              sum(amount, feeMinor),
              place?.chargeId ?? '',
              place?.merchantId ?? '',
              lineId,
            ]),
            'Nothing is in it.',
          ),
          `${lines.length} movements come to ${sum(payout, linesMinor)}; paid out: ${sum(payout, payout.amountMinor)}.`,
        ].join('\n'),
        failed: !isRight,
      };
    },
  },
];

function sum({ currency }: { currency: string }, amountMinor: bigint): string {
  return `${moneyToDecimal({ amountMinor, currency })} ${currency}`;
}

function isOff({ linesMinor, amountMinor }: ProcessorPayout): boolean {
  return linesMinor !== null && linesMinor !== amountMinor;
}
