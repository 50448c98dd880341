import { Type } from 'typebox';
import { isId } from '../../base/db/ids.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { envelope } from '../../base/http/envelope.ts';
import type { PageQuery, ShownMovement } from './movement-page.ts';
import { decimal } from './overview-answer.ts';

const amount = Type.String({ description: 'A decimal, exact' });
export const movementsAnswer = envelope(
  Type.Object({
    movements: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Type.String(),
        kind: Type.String({ description: 'What happened, as the ledger calls it' }),
        payment: Type.Union([Type.String(), Type.Null()]),
        order_number: Type.Union([Type.String(), Type.Null()]),
        email: Type.Union([Type.String(), Type.Null()]),
        method: Type.Union([Type.String(), Type.Null()]),
        asset: Type.String(),
        amount,
        fee: Type.String({ description: 'The installation’s fee in the same entry: `amount` is without it' }),
        balance: Type.Union([Type.String(), Type.Null()], {
          description: 'After it; null: `of` is no account, or no `asset` was asked for',
        }),
      }),
    ),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  }),
);

export function movementAnswer({ cursor, at, kind, paymentId, names, asset, ...money }: ShownMovement) {
  return {
    id: cursor,
    at: at.toISOString(),
    kind,
    payment: paymentId,
    order_number: names?.orderNumber ?? null,
    email: names?.email ?? null,
    method: names?.method ?? null,
    asset,
    amount: decimal(money.amount, asset),
    fee: decimal(money.fee, asset),
    balance: money.balance === null ? null : decimal(money.balance, asset),
  };
}

export function readMovementCursor(cursor: string | undefined): Pick<PageQuery, 'after' | 'carried'> {
  if (cursor === undefined) return { after: null, carried: null };
  const [, entryId = '', line = '', balance] =
    /^([0-9a-f-]{36})\.(\d{1,4})(?:\.(-?\d{1,25}))?$/.exec(cursor) ?? [];
  if (!isId(entryId)) {
    throw validationFailed([{ field: 'cursor', message: 'must be the next_cursor of an earlier page' }]);
  }
  return { after: { entryId, line: Number(line) }, carried: balance === undefined ? null : BigInt(balance) };
}
