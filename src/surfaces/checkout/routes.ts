import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isAskedCode } from '../../accounts/methods/methods.ts';
import { isId } from '../../base/db/ids.ts';
import { clientAddress } from '../../base/http/request/client-address.ts';
import { wantsJson } from '../../base/http/request/wants-json.ts';
import { notFound } from '../../base/http/server.ts';
import type { Limited } from '../../payments/charges/attempts/start-attempt.ts';
import { holdsCardNumber } from '../../payments/charges/cards/card-brands.ts';
import { loadAssets } from './assets.ts';
import {
  type CardForm,
  type CardInput,
  cardFields,
  type InputFaults,
  readCardInput,
  readPayerInput,
} from './card-input.ts';
import { type Checkout, type CheckoutDeps, stateOf, viewOf, webAddress } from './checkout.ts';
import { field, sendJson } from './form-request.ts';
import { browserLanguage } from './locale.ts';
import { createPageContext } from './page-context.ts';
import { hasCryptoOrder, toCryptoPage } from './pay-redirect.ts';
import { privateHeaders, sendPage } from './send-page.ts';
import { nothingReturned, type PayAnswer, type Returned, refusalNotice } from './views/card-form.ts';
import { renderCheckout } from './views/render.ts';

/** Seven short fields; the rest is room for a name in any script, percent-encoded. */
const maxFormBytes = 8 * 1024;

interface ChargeParams {
  Params: { id: string };
}
type Request = FastifyRequest<ChargeParams>;

/** The hosted card page. The charge's unguessable id grants access to it. */
export function checkoutRoutes(deps: CheckoutDeps): FastifyPluginAsync {
  const installation = { mode: deps.mode, operatorName: deps.operatorName, assets: loadAssets('card') };

  async function load(request: Request): Promise<Checkout> {
    const checkout = isId(request.params.id) ? await deps.loadCheckout(request.params.id) : null;
    if (!checkout) throw notFound();
    return checkout;
  }

  function sendCheckout(
    request: Request,
    reply: FastifyReply,
    checkout: Checkout,
    status = 200,
    returned: Returned = nothingReturned,
  ): Promise<FastifyReply> {
    const context = createPageContext(request, installation, checkout.charge);
    const isGoing = Object.hasOwn(request.query as object, goesOn);
    const page = renderCheckout(checkout, context, deps.now(), returned, isGoing);
    return sendPage(request, reply, status, context.nonce, page, checkout);
  }

  async function sendFaults(
    request: Request,
    reply: FastifyReply,
    checkout: Checkout,
    form: CardForm,
    faults: InputFaults,
  ): Promise<FastifyReply> {
    if (wantsJson(request)) return sendJson(reply, 422, { faults });
    return sendCheckout(request, reply, checkout, 422, returnedOf(form, faults, null));
  }

  async function pay(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const form = formOf(request.body);
    const input = readInput(checkout, form, deps.now());
    if (!input.ok) {
      // The charge ended elsewhere while the form was open: its outcome takes precedence over the form's faults.
      if (stateOf(checkout, deps.now()).view !== 'form') return showOutcome(request, reply);
      return sendFaults(request, reply, checkout, form, input.faults);
    }
    const { ok: _, ...payer } = input;
    const language = browserLanguage(request.headers['accept-language']);
    const who = { ...payer, language, clientAddress: clientAddress(request) };
    const result = await deps.payCharge(checkout.charge, who);
    switch (result.kind) {
      case 'attempted':
        return showOutcome(request, reply, result.settled && { ...checkout, ...result.settled });
      case 'in_progress':
      case 'not_payable':
      case 'not_taken':
        return showOutcome(request, reply);
      case 'not_in_instalments':
        return sendFaults(request, reply, checkout, form, { instalments: 'instalments_wrong' });
      case 'limited': {
        const { retryAfterSeconds, isByCard } = result;
        reply.header('retry-after', retryAfterSeconds);
        if (wantsJson(request)) return sendJson(reply, 429, { retryAfterSeconds, isByCard });
        return sendCheckout(request, reply, checkout, 429, returnedOf(form, {}, result));
      }
    }
  }

  /**
   * Redirects to the page with a new GET, so that a reload never pays again; the script gets the state at once. The
   * page itself leads on to the processor's page: browsers block a redirect of a form there. If the attempt ended the
   * charge, `settled` is enough to answer.
   */
  async function showOutcome(
    request: Request,
    reply: FastifyReply,
    settled: Checkout | null = null,
  ): Promise<FastifyReply> {
    const isOver = settled !== null && settled.charge.status !== 'open';
    const shown = isOver ? settled : await load(request);
    const view = viewOf(shown, deps.now());
    const state = stateOf(shown, deps.now());
    if (wantsJson(request)) {
      const context = createPageContext(request, installation, shown.charge);
      const refused = view.kind === 'form' ? refusalNotice(context, view) : null;
      return sendJson(reply, 200, { ...state, refused } satisfies PayAnswer);
    }
    return toPage(request, reply, state.view === 'at_processor' ? `?${goesOn}` : '');
  }

  /**
   * A customer who opens the page when nothing has to be asked goes on to the processor's page at once. Only once: one
   * who returns sees our page. Returns the URL, or the checkout that our page shows.
   */
  async function goOn(request: Request, checkout: Checkout): Promise<string | Checkout> {
    if (!isVisit(request) || checkout.attempt !== null || checkout.processorKind !== 'hosted')
      return checkout;
    if (viewOf(checkout, deps.now()).kind !== 'form') return checkout;
    const input = readInput(checkout, emptyForm, deps.now());
    if (!input.ok) return checkout;
    const language = browserLanguage(request.headers['accept-language']);
    const { ok: _, ...payer } = input;
    const who = { ...payer, language, clientAddress: clientAddress(request) };
    const result = await deps.payCharge(checkout.charge, who);
    const page = result.kind === 'attempted' && result.goesTo !== null ? webAddress(result.goesTo) : null;
    if (page) return page.href;
    const tried = await load(request);
    const view = viewOf(tried, deps.now());
    return view.kind === 'at_processor' ? view.url : tried;
  }

  function act(action: (chargeId: string) => Promise<unknown>) {
    return async (request: Request, reply: FastifyReply): Promise<FastifyReply> => {
      const { charge } = await load(request);
      await action(charge.id);
      return toPage(request, reply);
    };
  }

  return async (app) => {
    await app.register(formbody, { bodyLimit: maxFormBytes });
    const options = {
      config: { face: 'checkout' as const },
      schema: { hide: true },
      bodyLimit: maxFormBytes,
    };
    app.get<ChargeParams>('/pay/:id', options, async (request, reply) => {
      const checkout = await load(request);
      if (await hasCryptoOrder(deps, checkout.charge)) return toCryptoPage(reply, checkout.charge);
      const gone = await goOn(request, checkout);
      if (typeof gone === 'string') return reply.headers(privateHeaders).redirect(gone, 303);
      return sendCheckout(request, reply, gone);
    });
    app.get<ChargeParams>('/pay/:id/state', options, async (request, reply) =>
      sendJson(reply, 200, stateOf(await load(request), deps.now())),
    );
    app.post<ChargeParams>('/pay/:id', options, pay);
    app.get<ChargeParams>(
      '/pay/:id/return',
      options,
      act((id) => deps.finishChallenge(id)),
    );
    app.post<ChargeParams>('/pay/:id/other-card', options, (request, reply) =>
      act((id) => deps.abandonChallenge(id, isBeside(request)))(request, reply),
    );
    app.post<ChargeParams>('/pay/:id/method', options, async (request, reply) => {
      const { charge } = await load(request);
      const method = ((request.body ?? {}) as { method?: unknown }).method;
      if (typeof method === 'string' && isAskedCode(method)) {
        await deps.chooseMethod(charge, method, isBeside(request));
      }
      return toPage(request, reply);
    });
    // "I have paid" does nothing but look.
    app.post<ChargeParams>(
      '/pay/:id/look',
      options,
      act((id) => deps.finishChallenge(id)),
    );
    app.post<ChargeParams>(
      '/pay/:id/cancel',
      options,
      act((id) => deps.cancelByCustomer(id)),
    );
  };
}

/** The customer confirmed a warning: the voucher that they have stays payable. */
function isBeside(request: Request): boolean {
  return field(request, 'beside') === 'yes';
}

function toPage(request: Request, reply: FastifyReply, query = ''): FastifyReply {
  return reply.headers(privateHeaders).redirect(`/pay/${request.params.id}${query}`, 303);
}

/** The query parameter of a page that redirects to the processor's page by itself. */
const goesOn = 'go';

/** A person navigates in a browser: not a preview of the link, and not a prefetch. */
function isVisit({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined &&
    headers.purpose === undefined
  );
}

/** Whoever takes no card on our page asks for nearly everything elsewhere. */
function readInput(checkout: Checkout, form: CardForm, now: Date): CardInput {
  const { charge, payerFields, banks, instalments } = checkout;
  const { country } = charge;
  const rules = { now, country, emailAsked: charge.email === null, payerFields, instalments };
  return checkout.processorKind === 'direct'
    ? readCardInput(form, rules)
    : readPayerInput(form, { ...rules, banks: banks ?? [] });
}

const emptyForm = formOf({});

/** Fields that are missing, or sent more than once, count as empty. */
function formOf(body: unknown): CardForm {
  const sent = (body ?? {}) as Record<string, unknown>;
  const entries = cardFields.map((field) => [field, typeof sent[field] === 'string' ? sent[field] : '']);
  return Object.fromEntries(entries) as CardForm;
}

/** Returns all typed values except the card number, in whichever field it was typed, and the security code. */
function returnedOf(form: CardForm, faults: InputFaults, limited: Limited | null): Returned {
  const harmless = (text: string): string => (holdsCardNumber(text) ? '' : text);
  return {
    values: {
      expiry: harmless(form.expiry),
      name: harmless(form.name),
      email: harmless(form.email),
      document: harmless(form.document),
      phone: harmless(form.phone),
      bank: harmless(form.bank),
      street: harmless(form.street),
      city: harmless(form.city),
      state: harmless(form.state),
      postal_code: harmless(form.postal_code),
      instalments: harmless(form.instalments),
    },
    faults,
    limited,
  };
}
