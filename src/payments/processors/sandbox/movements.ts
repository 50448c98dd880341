import Type from 'typebox';
import type { ProcessorMovement } from '../../charges/payment-processor.ts';
import type { Answer } from '../http.ts';
import { readAnswer } from './answers.ts';

/** The movements on the account at the sandbox acquirer. It keeps no fees. */

const Movements = Type.Object({
  movements: Type.Array(
    Type.Object({
      id: Type.String(),
      number: Type.String(),
      kind: Type.Enum(['payment', 'refund', 'dispute', 'dispute_won']),
      payment_id: Type.String(),
      refund_id: Type.Union([Type.String(), Type.Null()]),
      refund_reference: Type.Union([Type.String(), Type.Null()]),
      amount_minor: Type.String({ pattern: '^-?[1-9][0-9]{0,17}$' }),
      currency: Type.String(),
      at: Type.String(),
    }),
  ),
});

/** Oldest first. Throws if a page cannot be read. */
export async function* readMovements(
  get: (path: string) => Promise<Answer>,
  from: Date,
  to: Date,
): AsyncGenerator<ProcessorMovement> {
  let after = { at: from.toISOString(), number: '' };
  for (;;) {
    const query = new URLSearchParams({ from: after.at, to: to.toISOString(), after: after.number });
    const page = readAnswer(Movements, await get(`/movements?${query}`));
    if ('cause' in page) throw new Error(page.cause);
    const { movements } = page.value;
    for (const movement of movements) {
      const isDispute = movement.kind === 'dispute' || movement.kind === 'dispute_won';
      yield {
        lineId: movement.id,
        kind: movement.kind,
        attemptId: movement.payment_id,
        refundId: movement.refund_id,
        reference: movement.refund_reference,
        disputeId: isDispute ? `SBD-${movement.payment_id}` : null,
        amount: { amountMinor: BigInt(movement.amount_minor), currency: movement.currency },
        feeMinor: 0n,
        at: new Date(movement.at),
      };
    }
    const last = movements.at(-1);
    if (!last) return;
    after = last;
  }
}
