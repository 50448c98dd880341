import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../../accounts/dashboard-kit/at-merchant.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import { may } from '../../../accounts/people/roles.ts';
import type { Reads } from '../../../base/db/reads.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import type { App } from '../../../base/http/server.ts';
import type { Notation } from '../../../chain/chains/port/notation.ts';
import { paymentLinkSummary, shapePaymentLink } from '../../../commerce/payment-links/payment-link-answer.ts';
import { paymentStates } from '../../../commerce/payment-list/payment.ts';
import { payoutStates, summarizePayout } from '../../../crypto/payouts/dashboard-answer.ts';
import { searchPaymentLinks, searchPayments, searchPayouts } from './search.ts';
import { newestRows } from './search-store.ts';
import { readSearchText } from './search-text.ts';

interface SearchRoutesDeps {
  reads: Reads;
  people: PeopleAuthenticator;
  notation: Notation;
  checkoutUrl(): string;
  now(): Date;
}

const nullableText = Type.Union([Type.String(), Type.Null()]);
const answer = envelope(
  Type.Object({
    payments: Type.Array(
      Type.Object({
        id: Type.String(),
        state: Type.Enum([...paymentStates]),
        status: Type.String(),
        method: Type.String(),
        amount: Type.String({ description: 'A decimal, exact' }),
        currency: Type.String(),
        order_number: nullableText,
        email: nullableText,
        description: nullableText,
        created_at: Type.String(),
      }),
    ),
    payouts: Type.Array(
      Type.Object({
        id: Type.String(),
        state: Type.Enum([...payoutStates]),
        amount: Type.String({ description: 'In USD; a decimal, exact' }),
        asset: Type.String(),
        email: Type.String(),
        reference: nullableText,
        description: nullableText,
        created_at: Type.String(),
      }),
      { description: 'Empty for those who may not read payouts' },
    ),
    links: Type.Array(paymentLinkSummary, { description: 'Payment links and invoices' }),
    newest: Type.Integer({
      description: 'Descriptions and amounts, and all of links, are searched in so many of the newest',
    }),
  }),
);

/** One search over all that a merchant has. */
export function searchRoutes(
  app: App,
  { reads, people, notation, checkoutUrl, now }: SearchRoutesDeps,
): void {
  const someone = atMerchant(people);
  app.get(
    '/dashboard/api/search',
    {
      config: { face: 'api' },
      onRequest: someone.onRequest,
      schema: {
        operationId: 'search',
        summary:
          'Search payments, payouts, payment links and invoices by the beginning of a name, or an amount',
        ...atMerchantSchema,
        'x-permission': 'payments.read',
        querystring: Type.Object({
          text: Type.String({
            minLength: 2,
            maxLength: 254,
            description:
              'The beginning of an order number, reference, e-mail, name or word of a description; an amount; an id, a transaction hash, or the last four digits of a card',
          }),
        }),
        response: { 200: answer, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      const { by, merchant } = someone.callerOf(request);
      const sought = readSearchText(request.query.text);
      const found = await reads.read(async (sql) => ({
        payments: await searchPayments(sql, merchant.id, sought),
        payouts: may(by.held, 'payouts.read', merchant.id)
          ? await searchPayouts(sql, merchant.id, sought, now())
          : [],
        links: may(by.held, 'links.read', merchant.id)
          ? await searchPaymentLinks(sql, merchant.id, sought)
          : [],
      }));
      return success('Found', {
        payments: found.payments.map(({ captured, refunded, kind, ...payment }) => payment),
        payouts: found.payouts.map((payout) => {
          const { id, state, amount, asset, email, reference, description, created_at } = summarizePayout(
            notation,
            payout,
          );
          return { id, state, amount, asset, email, reference, description, created_at };
        }),
        links: found.links.map((link) => shapePaymentLink(link, checkoutUrl(), now())),
        newest: newestRows,
      });
    },
  );
}
