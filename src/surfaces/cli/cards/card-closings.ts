import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { moneyToDecimal, parseDecimal } from '../../../base/money/money.ts';
import { closeCharge } from '../../../payments/charges/authorizations/close-charge.ts';
import type { ClosingKind } from '../../../payments/charges/authorizations/decide-authorization.ts';
import type { Charge } from '../../../payments/charges/charge.ts';
import { findChargeById } from '../../../payments/charges/store.ts';
import {
  type ActingInput,
  type CardsContext,
  type Command,
  type Option,
  type Result,
  UsageError,
} from '../command.ts';
import { byOption } from '../person.ts';

const onceOption: Option = {
  kind: 'text',
  value: '<key>',
  help: 'an idempotency key: the same key again changes nothing',
};

/** Captures and voids of authorized card payments, as by the API. */
export const cardClosingCommands: Command[] = [
  {
    name: 'cards capture',
    summary: "Capture a charge that is authorized: take what is held on the customer's card, or a part of it",
    operands: ['<charge>'],
    options: {
      amount: { kind: 'text', value: '<decimal>', help: 'a part of it; what is left is released' },
      once: onceOption,
      by: byOption,
    },
    writes: 'acts',
    needs: 'cards',
    run: async (context, input) => await close(context, input, 'capture'),
  },
  {
    name: 'cards void',
    summary: "Void a charge that is authorized: release what is held on the customer's card",
    operands: ['<charge>'],
    options: { once: onceOption, by: byOption },
    writes: 'acts',
    needs: 'cards',
    run: async (context, input) => await close(context, input, 'void'),
  },
];

async function close(context: CardsContext, input: ActingInput, kind: ClosingKind): Promise<Result> {
  const [id = ''] = input.operands;
  const charge = isId(id) ? await findChargeById(context.sql, id) : null;
  if (!charge) throw new PasarelaError('not_found', `There is no charge ${id}.`);
  const permission = kind === 'capture' ? 'payments.capture' : 'payments.cancel';
  const { processors } = await context.openCards();
  const { closing } = await closeCharge({ sql: context.sql, processors, now: () => new Date() }, charge, {
    kind,
    amountMinor: kind === 'capture' ? readPart(input, charge) : null,
    idempotencyKey: input.text('once') ?? null,
    actor: await input.by(permission, charge.merchantId),
  });
  const amount = `${moneyToDecimal({ ...charge.amount, amountMinor: closing.amountMinor })} ${charge.amount.currency}`;
  const texts = {
    succeeded: kind === 'capture' ? `${amount} was captured.` : `${amount} was released.`,
    pending: `The ${kind} of ${amount} was requested. A worker asks the processor until it answers.`,
    failed: `The processor refused the ${kind}: ${closing.failure ?? 'it gave no reason'}.`,
  };
  const { id: closingId, status, failure } = closing;
  return {
    json: { charge: charge.id, closing: closingId, kind, amount, status, failure },
    text: texts[status],
    failed: status === 'failed',
  };
}

/** null: all that is held. */
function readPart(input: ActingInput, { amount: { currency } }: Charge): bigint | null {
  const given = input.text('amount');
  if (given === undefined) return null;
  const amountMinor = parseDecimal(given, exponentOf(currency));
  if (typeof amountMinor === 'bigint' && amountMinor > 0n) return amountMinor;
  throw new UsageError([`--amount: a decimal above 0, with at most ${exponentOf(currency)} decimals.`]);
}
