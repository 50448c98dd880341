import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { html } from 'ghtml';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Addresses } from '../../base/http/addresses.ts';
import { field } from '../../surfaces/checkout/form-request.ts';
import { privateHeaders } from '../../surfaces/checkout/send-page.ts';
import { fill } from '../../surfaces/checkout/texts/fill.ts';
import type { DemoMerchant } from '../demo-merchant.ts';
import { readerOf, sendSandboxPage } from './page.ts';

export const testPaymentPath = '/sandbox/try';

const kinds = {
  card: { method_code: 'CARDS', method_category: 'CARD', currency: 'COP', amount: 85_000 },
  choice: { method_code: 'ALL', method_category: 'ALL', currency: 'COP', amount: 85_000 },
  usdt: { method_code: 'USDT', method_category: 'CRYPTO', currency: 'USD', amount: 25.5 },
} as const;

export interface TestPaymentDeps {
  merchant: Pick<DemoMerchant, 'merchantId' | 'apiKey'>;
  addresses(): Addresses;
}

/** Makes a test payment as a shop would, by the public API, and leads to its page. */
export function testPaymentRoutes({ merchant, addresses }: TestPaymentDeps): FastifyPluginAsync {
  return async (app) => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);
    const options = { config: { face: 'api' as const }, schema: { hide: true }, bodyLimit: 1024 };
    app.post(testPaymentPath, options, async (request, reply) => {
      // Another site must not make payments here by its visitors.
      const site = request.headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin') {
        throw new PasarelaError('foreign_origin', 'This form is sent by the start page of the sandbox only.');
      }
      const kind = field(request, 'kind');
      if (!Object.hasOwn(kinds, kind)) {
        const message = `Must be one of ${Object.keys(kinds).join(', ')}.`;
        throw new PasarelaError('validation_failed', 'The form is not valid.', {
          fields: [{ field: 'kind', message }],
        });
      }
      const { language, texts } = readerOf(request);
      const { baseUrl, checkoutUrl } = addresses();
      const made = await charge(app, merchant, new URL(baseUrl).host, {
        ...kinds[kind as keyof typeof kinds],
        description: texts.tryConcept,
        language,
        return_url: `${baseUrl}/`,
      });
      if (typeof made !== 'string') {
        const told = html`<p class="notice bad" role="alert">${fill(texts.tryFailed, made)}</p><p><a href="/">${texts.backToStart}</a></p>`;
        return sendSandboxPage(request, reply, 502, { title: texts.title, content: told, isNarrow: true });
      }
      if (new URL(checkoutUrl).origin === new URL(baseUrl).origin) {
        return reply.headers(privateHeaders).redirect(made, 303);
      }
      // Chromium blocks the redirect of a form to another origin.
      const onward = html`<p><a href="${made}">${texts.goOn}</a></p>`;
      return sendSandboxPage(request, reply, 200, {
        title: texts.title,
        content: onward,
        isNarrow: true,
        goesTo: made,
      });
    });
  };
}

/** The URL of the payment page, or why there is none. */
async function charge(
  app: FastifyInstance,
  { merchantId, apiKey }: TestPaymentDeps['merchant'],
  host: string,
  body: object,
): Promise<string | { message: string }> {
  const token = await app.inject({
    method: 'POST',
    url: '/api/auth/token',
    headers: { host, 'x-api-key': apiKey, 'x-merchant-id': merchantId },
  });
  if (token.statusCode !== 200) return { message: token.json().message };
  const { access_token, session_id } = token.json().data;
  const made = await app.inject({
    method: 'POST',
    url: '/api/transactions/charges',
    headers: { host, authorization: `Bearer ${access_token}`, 'x-session-id': session_id },
    payload: { flow: 'PAYIN', country: 'COL', ...body },
  });
  return made.json().data?.urlCheckout ?? { message: made.json().message };
}
