import { type TSchema, Type } from 'typebox';
import { readSecurity } from '../../accounts/merchants/sessions/routes.ts';
import { notFound } from '../../base/http/server.ts';
import { orderSchema } from './order-shape.ts';
import { cryptoAnswers } from './routes.ts';

/** A merchant's actions on one of its orders, which the path names by hash or id. */
export const orderAct = {
  tags: ['Crypto'],
  security: readSecurity,
  params: Type.Object({ order: Type.String() }),
};

/** The responses to an action, including its errors. */
export const actAnswers = <Answer extends TSchema>(answer: Answer) =>
  cryptoAnswers(answer, 400, 401, 403, 404, 409, 413, 415, 422);

export const shownOrder = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  order: orderSchema,
});

/** Another merchant's order is not found. */
export function ownedBy<Owned extends { merchantId: string }>(
  merchant: { id: string },
  found: Owned | null,
): Owned {
  if (found?.merchantId !== merchant.id) throw notFound();
  return found;
}
