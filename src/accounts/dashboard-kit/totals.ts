import { Type } from 'typebox';
import { envelope } from '../../base/http/envelope.ts';

/** The totals of the filtered rows, shown above a list. */
export const totalsAnswer = envelope(
  Type.Object({
    totals: Type.Array(
      Type.Object({
        currency: Type.String(),
        count: Type.Integer(),
        amount: Type.String({ description: 'A decimal, exact' }),
        paid: Type.Union([Type.String(), Type.Null()], {
          description: 'Of those that were paid; null: not told apart here',
        }),
      }),
    ),
    is_more: Type.Boolean({ description: 'There are more: only the newest 10,000 are summed up' }),
  }),
);
