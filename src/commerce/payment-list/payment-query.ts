import { type Static, Type } from 'typebox';
import { methodCodes } from '../../accounts/methods/methods.ts';
import { type FieldFault, validationFailed } from '../../base/ground/errors.ts';
import { readId, readTime, timeExpected } from '../../base/http/request/list-values.ts';
import { cursorSchema } from '../../base/http/request/paging.ts';
import { refusalReasons } from '../../payments/charges/payment-processor.ts';
import type { PaymentQuery } from './list-payments.ts';
import { paymentStates } from './payment.ts';

export const paymentMethods = methodCodes;

/** The filter of the payment list and of its export. */
export const paymentFilterSchema = {
  search: Type.Optional(
    Type.String({
      maxLength: 254,
      description: 'A reference, order number, e-mail, transaction hash or the last four of a card',
    }),
  ),
  state: Type.Optional(Type.Enum([...paymentStates], { expected: `one of ${paymentStates.join(', ')}` })),
  method: Type.Optional(Type.Enum([...paymentMethods], { expected: `one of ${paymentMethods.join(', ')}` })),
  refusal: Type.Optional(
    Type.Enum([...refusalReasons], {
      expected: `one of ${refusalReasons.join(', ')}`,
      description: 'Why a card was refused for it; created_from and created_to are then when',
    }),
  ),
  created_from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, exclusive' })),
};
export const paymentListSchema = Type.Object({
  ...paymentFilterSchema,
  cursor: cursorSchema,
});

/** Reports all faults at once. */
export function readPaymentQuery(given: Static<typeof paymentListSchema>): Omit<PaymentQuery, 'limit'> {
  const faults: FieldFault[] = [];
  function read<T>(
    field: keyof typeof given,
    expected: string,
    understand: (text: string) => T | null,
  ): T | null {
    const text = given[field];
    if (text === undefined) return null;
    const understood = understand(text);
    if (understood === null) faults.push({ field, message: `must be ${expected}` });
    return understood;
  }
  const { search = null, state = null, method = null, refusal = null } = given;
  const from = read('created_from', timeExpected, readTime);
  const to = read('created_to', timeExpected, readTime);
  const beforeId = read('cursor', 'the next_cursor of an earlier page', readId);
  if (faults.length > 0) throw validationFailed(faults);
  return { search, state, method, refusal, from, to, beforeId };
}
