import { createHash, createHmac } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { methods } from '../../accounts/methods/methods.ts';
import type { Sql } from '../../base/db/pool.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { parseDecimal } from '../../base/money/money.ts';
import { checkoutTexts } from '../../base/texts/checkout.ts';
import { chooseLanguage } from '../../surfaces/checkout/locale.ts';
import { css, unknownPaymentPage } from './challenge-page.ts';
import { localPage } from './local-page.ts';
import { type Act, actOn, findLocalPayment, type LocalPayment } from './local-payments.ts';

/** The form holds a word and an amount. */
const maxFormBytes = 1024;
const notifyTimeoutMs = 5_000;

const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

interface Params {
  Params: { id: string };
}

/**
 * The pages of a bank, a wallet or a counter in the sandbox. Tests act by the same address: `{"decision":"pay"}`,
 * `{"decision":"pay","amount":"12.50"}`, `"refuse"` or `"delay"`. It takes the id of an attempt, or of its charge.
 */
export function localRoutes(sql: Sql, secret: string): FastifyPluginAsync {
  return async (app) => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);

    app.get<Params>('/:id', async (request, reply) => {
      const payment = await findLocalPayment(sql, request.params.id);
      return payment ? show(request, reply, 200, payment) : missing(request, reply);
    });

    app.post<Params & { Body: unknown }>('/:id', { bodyLimit: maxFormBytes }, async (request, reply) => {
      const payment = await findLocalPayment(sql, request.params.id);
      if (!payment) return missing(request, reply);
      const act = readAct(request.body, payment);
      if (act === null) return show(request, reply, 400, payment);
      await actOn(sql, payment, act);
      const after = (await findLocalPayment(sql, payment.id)) ?? payment;
      notify(after, secret);
      if (wantsJson(request))
        return reply.send({ status: after.status, paid_minor: String(after.paidMinor) });
      const goesBack = methods[payment.method].way === 'redirect' && after.returnUrl !== null;
      return reply.redirect(goesBack ? (after.returnUrl as string) : request.url, 303);
    });
  };
}

function readAct(body: unknown, { amountMinor, currency }: LocalPayment): Act | null {
  const { decision, amount } = (body ?? {}) as { decision?: unknown; amount?: unknown };
  if (decision === 'refuse') return { does: 'refuse' };
  if (decision === 'delay') return { does: 'delay' };
  if (decision !== 'pay' || amountMinor === null || currency === null) return null;
  if (amount === undefined || amount === '') return { does: 'pay', amountMinor };
  const given = typeof amount === 'string' ? parseDecimal(amount, exponentOf(currency)) : null;
  return typeof given === 'bigint' && given > 0n ? { does: 'pay', amountMinor: given } : null;
}

/** Says which payment changed, as processors do. Nobody waits for it, and a lost message is not repeated. */
function notify({ id, notifyUrl }: LocalPayment, secret: string): void {
  if (notifyUrl === null) return;
  const body = JSON.stringify({ payment_id: id });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  fetch(notifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acquirer-signature': signature },
    body,
    signal: AbortSignal.timeout(notifyTimeoutMs),
  }).catch(() => {});
}

function wantsJson(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/json') ?? false;
}

function show(request: FastifyRequest, reply: FastifyReply, status: 200 | 400, payment: LocalPayment) {
  const language = chooseLanguage(null, request.headers['accept-language']);
  const origin = payment.returnUrl === null ? '' : new URL(payment.returnUrl).origin;
  // Chromium applies form-action also to the redirect after a form.
  headers(reply, `'self' ${origin}`);
  return reply.code(status).send(localPage(language, checkoutTexts[language].bank, payment));
}

function missing(request: FastifyRequest, reply: FastifyReply) {
  const language = chooseLanguage(null, request.headers['accept-language']);
  headers(reply, "'none'");
  return reply.code(404).send(unknownPaymentPage(language, checkoutTexts[language].bank));
}

function headers(reply: FastifyReply, formAction: string): void {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('vary', 'accept-language')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${styleHash}; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    );
}
