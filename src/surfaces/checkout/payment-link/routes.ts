import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../../base/db/ids.ts';
import { isToken } from '../../../base/db/token.ts';
import { clientAddress } from '../../../base/http/request/client-address.ts';
import { notFound } from '../../../base/http/server.ts';
import { invoiceFileHeaders } from '../../../commerce/payment-links/invoice-file.ts';
import { isPayable } from '../../../commerce/payment-links/progress/progress.ts';
import { holdsCardNumber } from '../../../payments/charges/cards/card-brands.ts';
import { loadAssets } from '../assets.ts';
import { field } from '../form-request.ts';
import { createPageContext } from '../page-context.ts';
import { privateHeaders, sendPage } from '../send-page.ts';
import {
  faultsOfCharge,
  type PaymentLinkCheckout,
  type PaymentLinkCheckoutDeps,
  type PaymentLinkForm,
  type PaymentLinkReturned,
  type PaymentLinkView,
  paymentLinkFields,
  paymentLinkViewOf,
} from './payment-link-checkout.ts';
import { readPaymentLinkForm } from './payment-link-input.ts';
import { nothingReturned, renderPaymentLinkCheckout } from './views/render.ts';

/** Four short fields, percent-encoded. */
const maxFormBytes = 8 * 1024;

interface LinkParams {
  Params: { token: string };
}
type Request = FastifyRequest<LinkParams>;

/** The page of a payment link: asks for what the charge needs, creates it, and leads to its checkout. */
export function paymentLinkCheckoutRoutes(deps: PaymentLinkCheckoutDeps): FastifyPluginAsync {
  const installation = {
    mode: deps.mode,
    operatorName: deps.operatorName,
    assets: loadAssets('payment-link'),
  };

  async function load(request: Request): Promise<PaymentLinkCheckout> {
    await deps.takeVisit(clientAddress(request));
    const { token } = request.params;
    const checkout = isToken(token) ? await deps.load(token) : null;
    if (!checkout) throw notFound();
    return checkout;
  }

  function send(
    request: Request,
    reply: FastifyReply,
    checkout: PaymentLinkCheckout,
    view: PaymentLinkView,
    status = 200,
    returned: PaymentLinkReturned = nothingReturned,
  ): Promise<FastifyReply> {
    const context = createPageContext(request, installation, checkout.link);
    const page = renderPaymentLinkCheckout(checkout, context, view, deps.now(), returned);
    return sendPage(request, reply, status, context.nonce, page);
  }

  async function show(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const { go } = request.query as { go?: unknown };
    // Browsers block a redirect of a form to a processor's page, which the checkout may return: an intermediate page
    // leads there.
    if (typeof go === 'string' && isId(go) && (await deps.isOfLink(checkout.link, go))) {
      return send(request, reply, checkout, { kind: 'going', chargeId: go });
    }
    // The buttons for one more and one less, without script.
    const { quantity } = request.query as { quantity?: unknown };
    const values = {
      ...nothingReturned.values,
      quantity: typeof quantity === 'string' && /^\d{1,7}$/.test(quantity) ? quantity : '',
    };
    return send(request, reply, checkout, paymentLinkViewOf(checkout), 200, { ...nothingReturned, values });
  }

  /** For whoever is shown the invoice itself. */
  async function file(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { link, state } = await load(request);
    if (!link.invoice || !(isPayable(state) || state === 'paid')) throw notFound();
    await deps.takeFile(link.id);
    const { language } = createPageContext(request, installation, link);
    const content = await deps.file(link, language);
    if (!content) throw notFound();
    return reply.headers({ ...privateHeaders, ...invoiceFileHeaders(link) }).send(content);
  }

  async function pay(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const shown = paymentLinkViewOf(checkout);
    // The last pieces may be held for this very customer.
    const view: PaymentLinkView = shown.kind === 'held' ? { kind: 'form' } : shown;
    if (view.kind !== 'form') return send(request, reply, checkout, view, 409);
    const { locale, language } = createPageContext(request, installation, checkout.link);
    const form = Object.fromEntries(
      paymentLinkFields.map((name) => [name, field(request, name)]),
    ) as PaymentLinkForm;
    const read = readPaymentLinkForm(checkout, form, locale);
    const refuse = (returned: Partial<PaymentLinkReturned>, status = 422) =>
      send(request, reply, checkout, view, status, {
        ...nothingReturned,
        values: harmless(form),
        ...returned,
      });
    if (!read.ok) return refuse({ faults: read.faults });
    const payer = { ...read.typed, language, clientAddress: clientAddress(request) };
    const result = await deps.pay(checkout, payer);
    switch (result.kind) {
      case 'charge': {
        const to = `/l/${checkout.link.token}?go=${result.chargeId}`;
        return reply.headers(privateHeaders).redirect(to, 303);
      }
      case 'faults':
        return refuse({ faults: faultsOfCharge(result.faults, checkout.link) });
      case 'fewer': {
        const pieces = { sold: 0, held: 0, idle: 0, ...checkout.pieces, left: result.left };
        return send(request, reply, { ...checkout, pieces }, view, 422, {
          ...nothingReturned,
          values: harmless(form),
          faults: { quantity: 'link_quantity_fewer' },
        });
      }
      case 'less':
      case 'small_rest':
      case 'whole': {
        const { freeMinor } = result;
        const parts = checkout.parts && { ...checkout.parts, freeMinor };
        return send(request, reply, { ...checkout, parts }, view, 422, {
          ...nothingReturned,
          values: harmless(form),
          faults: { amount: `link_part_${result.kind}` },
        });
      }
      case 'limited': {
        const { retryAfterSeconds } = result;
        reply.header('retry-after', retryAfterSeconds);
        return refuse({ waitSeconds: retryAfterSeconds }, 429);
      }
      default:
        return send(request, reply, checkout, result, 409);
    }
  }

  return async (app) => {
    await app.register(formbody, { bodyLimit: maxFormBytes });
    const options = {
      config: { face: 'checkout' as const },
      schema: { hide: true },
      bodyLimit: maxFormBytes,
    };
    app.get<LinkParams>('/l/:token', options, show);
    app.get<LinkParams>('/l/:token/pdf', options, file);
    app.post<LinkParams>('/l/:token', options, pay);
  };
}

/** Returns the typed values, except a card number in the wrong field. */
function harmless(form: PaymentLinkForm): PaymentLinkForm {
  const entries = paymentLinkFields.map((name) => [name, holdsCardNumber(form[name]) ? '' : form[name]]);
  return Object.fromEntries(entries) as PaymentLinkForm;
}
