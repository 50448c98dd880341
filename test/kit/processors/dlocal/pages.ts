import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { moneyToDecimal } from '../../../../src/base/money/money.ts';
import type { Account } from './account.ts';
import type { PaymentRow } from './books.ts';
import { cards, codes, isRole } from './roles.ts';

const kinds = [
  {
    path: '/collect/:token',
    heading: 'Pay by card',
    choices: {
      approved: 'Pay',
      card_refused: 'Pay with a card that is refused',
      insufficient_funds: 'Pay with a card without funds',
      card_expired: 'Pay with an expired card',
      wrong_security_code: 'Pay with a wrong security code',
      pending: 'Pay with a slow bank',
      leave: 'Go back without paying',
    },
  },
  {
    path: '/three-ds/:token',
    heading: '3-D Secure',
    choices: { approved: 'Confirm', fail: 'Fail', leave: 'Go back' },
  },
] as const;

/** 3-D Secure was needed and not passed. */
const failedChallenge = '320';

/** dLocal's pages as a customer sees them. A page's URL is valid until it was used. */
export function pageRoutes(account: Account) {
  return async (pages: FastifyInstance): Promise<void> => {
    await pages.register(formbody);
    const paymentAt = (token: string) => account.payments.find((payment) => payment.token === token);
    const isUsed = (reply: FastifyReply) =>
      reply.code(410).type('text/html').send('<!doctype html><h1>This link was used</h1>');

    for (const { path, heading, choices } of kinds) {
      pages.get<{ Params: { token: string } }>(path, (request, reply) => {
        const payment = paymentAt(request.params.token);
        return payment ? reply.type('text/html').send(page(heading, payment, choices)) : isUsed(reply);
      });

      pages.post<{ Params: { token: string }; Body: { choice?: string } }>(path, (request, reply) => {
        const payment = paymentAt(request.params.token);
        const choice = request.body.choice ?? '';
        if (!payment) return isUsed(reply);
        if (choice === 'fail') account.move(payment, failedChallenge);
        else if (isRole(choice)) {
          if (payment.method === 'CARD') payment.card ??= cards[choice];
          // On dLocal's own page 3-D Secure is part of the payment.
          account.move(payment, choice === 'challenge' ? codes.approved : codes[choice]);
        } else if (choice !== 'leave') return reply.code(400).send();
        return reply.redirect(payment.callbackUrl, 302);
      });
    }
  };
}

function page(heading: string, payment: PaymentRow, choices: Readonly<Record<string, string>>): string {
  const buttons = Object.entries(choices).map(
    ([value, label]) => html`<button type="submit" name="choice" value="${value}">${label}</button>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8"><title>${heading}</title></head>
      <body>
        <main>
          <h1>${heading}</h1>
          <p>${moneyToDecimal(payment)} ${payment.currency}</p>
          <form method="post">!${buttons}</form>
        </main>
      </body>
    </html>`;
}
