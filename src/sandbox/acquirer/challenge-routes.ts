import { createHash } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Sql } from '../../base/db/pool.ts';
import { checkoutTexts } from '../../base/texts/checkout.ts';
import { chooseLanguage } from '../../surfaces/checkout/locale.ts';
import { challengePage, css, unknownPaymentPage } from './challenge-page.ts';
import { decideChallenge, findPayment } from './payments.ts';

/** The form holds one word. */
const maxFormBytes = 1024;

const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** The sandbox bank's 3-D Secure page. The main server mounts it, because the customer's browser reaches only that. */
export function challengeRoutes(sql: Sql): FastifyPluginAsync {
  return async (app) => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);

    app.get<{ Params: { paymentId: string } }>('/:paymentId', async (request, reply) =>
      showOrLeave(request, reply, 200),
    );

    app.post<{ Params: { paymentId: string }; Body: { decision?: unknown } | undefined }>(
      '/:paymentId',
      { bodyLimit: maxFormBytes },
      async (request, reply) => {
        const decision = request.body?.decision;
        if (decision !== 'approve' && decision !== 'fail') return showOrLeave(request, reply, 400);
        const payment = await findPayment(sql, request.params.paymentId);
        if (payment) await decideChallenge(sql, payment.id, decision);
        return showOrLeave(request, reply, 200);
      },
    );

    /** Shows the page while the challenge is open; once it is decided, redirects to the merchant on every request. */
    async function showOrLeave(
      request: FastifyRequest<{ Params: { paymentId: string } }>,
      reply: FastifyReply,
      pageStatus: 200 | 400,
    ) {
      const language = chooseLanguage(null, request.headers['accept-language']);
      const payment = await findPayment(sql, request.params.paymentId);
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('vary', 'accept-language');
      if (!payment || payment.returnUrl === null) {
        pageHeaders(reply, "'none'");
        return reply.code(404).send(unknownPaymentPage(language, checkoutTexts[language].bank));
      }
      if (payment.status !== 'challenge') return reply.redirect(payment.returnUrl, 303);
      // Chromium applies form-action also to the redirect after a form.
      pageHeaders(reply, `'self' ${new URL(payment.returnUrl).origin}`);
      return reply.code(pageStatus).send(challengePage(language, checkoutTexts[language].bank, payment));
    }
  };
}

function pageHeaders(reply: FastifyReply, formAction: string): void {
  reply
    .type('text/html; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        `style-src ${styleHash}`,
        'img-src data:',
        `form-action ${formAction}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
}
