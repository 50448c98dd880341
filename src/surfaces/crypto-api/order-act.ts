import { type TSchema, Type } from 'typebox';
import { readSecurity } from '../../accounts/merchants/sessions/routes.ts';
import { notFound } from '../../base/http/server.ts';
import { orderSchema } from './order-shape.ts';
import { cryptoAnswers } from './routes.ts';

/** What a merchant does with an order of theirs, which the path names by its hash or id. */
export const orderAct = {
  tags: ['Crypto'],
  security: readSecurity,
  params: Type.Object({ order: Type.String() }),
};

/** The answers to an act, and to all that can be wrong with asking for it. */
export const actAnswers = <Answer extends TSchema>(answer: Answer) =>
  cryptoAnswers(answer, 400, 401, 403, 404, 409, 413, 415, 422);

export const shownOrder = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  order: orderSchema,
});

/** One that is not theirs is not there. */
export function ownedBy<Owned extends { merchantId: string }>(
  merchant: { id: string },
  found: Owned | null,
): Owned {
  if (found?.merchantId !== merchant.id) throw notFound();
  return found;
}
