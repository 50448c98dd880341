import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CustomerRole } from '../simulator.ts';
import type { Books } from './books.ts';
import { bankAnswer, numberOf } from './test-cards.ts';

/** The customer's pages at Stripe and at the bank: small pages with a form each. */

/** A role, from a button of the page or from a test; an unknown one gives a good card. */
const numberFor = (role: string | undefined): string =>
  numberOf[(role ?? 'approved') as CustomerRole] ?? numberOf.approved;

export function addPages(server: FastifyInstance, books: Books): void {
  server.get<{ Params: { id: string } }>('/pay/:id', (request, reply) => {
    const session = books.session(request.params.id);
    if (session.status !== 'open') return html(reply, '<h1>This page has expired</h1>');
    return html(reply, payForm(`${session.amount_total} ${session.currency}`, ''));
  });

  server.post<{ Params: { id: string }; Body: string }>('/pay/:id', (request, reply) => {
    const session = books.session(request.params.id);
    const form = new URLSearchParams(request.body);
    if (session.status !== 'open') return html(reply, '<h1>This page has expired</h1>');
    if (form.get('decision') === 'leave')
      return reply.redirect(session.cancel_url ?? session.success_url, 303);
    const role = form.get('decision') === 'refuse' ? 'card_refused' : form.get('role');
    // The bank's own page opens and closes within Stripe's.
    const number = role === 'challenge' ? numberOf.approved : numberFor(role ?? undefined);
    const error = books.payPage(session, bankAnswer(number));
    if (!error) return reply.redirect(session.success_url, 303);
    return html(reply, payForm(`${session.amount_total} ${session.currency}`, 'Your card was declined.'));
  });

  server.get<{ Params: { id: string } }>('/3ds/:id', (_request, reply) => html(reply, challengeForm));

  server.post<{ Params: { id: string }; Body: string }>('/3ds/:id', (request, reply) => {
    const intent = books.find('payment_intent', request.params.id);
    if (intent.status !== 'requires_action' || !intent.next_action?.redirect_to_url) {
      return html(reply, '<h1>This page has expired</h1>');
    }
    const { return_url: returnUrl } = intent.next_action.redirect_to_url;
    const form = new URLSearchParams(request.body);
    const number = numberFor(form.get('role') ?? undefined);
    const bank = number === numberOf.challenge ? numberOf.approved : number;
    books.answerChallenge(intent, bankAnswer(bank), form.get('decision') !== 'fail');
    const back = new URL(returnUrl);
    back.searchParams.set('payment_intent', intent.id);
    back.searchParams.set('redirect_status', intent.last_payment_error ? 'failed' : 'succeeded');
    return reply.redirect(back.href, 303);
  });
}

function payForm(amount: string, message: string): string {
  return `<h1>Pay ${amount}</h1><p role="alert">${message}</p>
<form method="post">
<button name="decision" value="pay">Pay</button>
<button name="decision" value="refuse">Pay with a card that is refused</button>
<button name="decision" value="leave">Back</button>
</form>`;
}

const challengeForm = `<h1>Your bank asks who you are</h1>
<form method="post">
<button name="decision" value="pay">Complete</button>
<button name="decision" value="fail">Fail</button>
</form>`;

function html(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><title>Stripe</title>${body}`);
}
