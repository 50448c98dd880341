import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { wantsJson } from '../../../base/http/request/wants-json.ts';
import { notFound } from '../../../base/http/server.ts';
import { loadAssets } from '../assets.ts';
import { field, sendFault, sendJson } from '../form-request.ts';
import { browserLanguage } from '../locale.ts';
import { createPageContext } from '../page-context.ts';
import { privateHeaders, sendPage } from '../send-page.ts';
import { fill } from '../texts/fill.ts';
import type { PageContext } from '../views/context.ts';
import { type CryptoCheckout, type CryptoCheckoutDeps, cryptoStateOf } from './crypto-checkout.ts';
import { maxSearchLength, readTransactionHash } from './search.ts';
import { type CryptoReturned, nothingReturned, renderCryptoCheckout } from './views/render.ts';
import { searchText } from './views/rescue.ts';

/** Room for a network's name, or a pasted URL of a transaction. */
const maxFormBytes = 2 * 1024;
/** Within this time a rate source, and an RPC node of the network, are asked again. */
const retryAfterSeconds = 15;

interface OrderParams {
  Params: { id: string };
}
type Request = FastifyRequest<OrderParams>;

/** The hosted crypto page. The order's unguessable id grants access to it. */
export function cryptoCheckoutRoutes(deps: CryptoCheckoutDeps): FastifyPluginAsync {
  const installation = { mode: deps.mode, operatorName: deps.operatorName, assets: loadAssets('crypto') };

  async function load(request: Request): Promise<CryptoCheckout> {
    const checkout = isId(request.params.id) ? await deps.load(request.params.id) : null;
    if (!checkout) throw notFound();
    return checkout;
  }

  const contextOf = (request: Request, checkout: CryptoCheckout): PageContext =>
    createPageContext(request, installation, checkout.order);

  function send(
    request: Request,
    reply: FastifyReply,
    checkout: CryptoCheckout,
    status = 200,
    returned: CryptoReturned = nothingReturned,
  ): Promise<FastifyReply> {
    const context = contextOf(request, checkout);
    const page = renderCryptoCheckout(checkout, context, deps.now(), returned);
    return sendPage(request, reply, status, context.nonce, page, checkout);
  }

  /**
   * Redirects to the page with a new GET, so that a reload does not resend the form; a program gets the state at once.
   */
  async function showOutcome(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    if (wantsJson(request)) return sendJson(reply, 200, cryptoStateOf(await load(request), deps.now()));
    return reply.headers(privateHeaders).redirect(`/crypto/${request.params.id}`, 303);
  }

  async function choose(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const { texts } = contextOf(request, checkout);
    const from = field(request, 'from');
    const network = field(request, 'network');
    const language = browserLanguage(request.headers['accept-language']);
    // A choice changes only if the form names the current one: the first choice of a second tab does not change it.
    const result = from
      ? await deps.change(checkout.order.id, from, network)
      : await deps.choose(checkout.order.id, network, language);
    switch (result) {
      case 'chosen':
      case 'already_chosen':
        return showOutcome(request, reply);
      case 'not_open':
        if (wantsJson(request)) {
          return sendFault(reply, 422, result, fill(texts.expired_text, { merchant: checkout.merchantName }));
        }
        return showOutcome(request, reply);
      case 'unknown_network':
        if (wantsJson(request)) return sendFault(reply, 422, result, texts.choose_missing);
        return send(request, reply, checkout, 422, { networkMissing: true, search: null });
      case 'no_rate':
        reply.header('retry-after', retryAfterSeconds);
        if (wantsJson(request)) return sendFault(reply, 503, result, texts.no_rate_text);
        return send(request, reply, { ...checkout, preview: null }, 503);
      case 'no_wallet':
        if (wantsJson(request)) return sendFault(reply, 503, result, texts.unavailable_text);
        throw new PasarelaError('service_unavailable', 'No deposit wallet is set up for this network.', {
          retryAfterSeconds,
        });
    }
  }

  async function findTransaction(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    // Before a network is chosen there is nothing to search for, and no form for it.
    if (!checkout.order.hold) throw notFound();
    const text = field(request, 'transaction').trim().slice(0, maxSearchLength);
    const hash = readTransactionHash(text);
    const result = hash === null ? 'malformed' : await deps.findTransaction(checkout.order.id, hash);
    if (result === 'found') return showOutcome(request, reply);
    const status = result === 'unavailable' ? 503 : 422;
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
    if (wantsJson(request)) {
      return sendFault(reply, status, result, searchText(checkout, contextOf(request, checkout), result));
    }
    return send(request, reply, checkout, status, { networkMissing: false, search: { text, result } });
  }

  return async (app) => {
    await app.register(formbody, { bodyLimit: maxFormBytes });
    const options = {
      config: { face: 'checkout' as const },
      schema: { hide: true },
      bodyLimit: maxFormBytes,
    };
    app.get<OrderParams>('/crypto/:id', options, async (request, reply) =>
      send(request, reply, await load(request)),
    );
    app.get<OrderParams>('/crypto/:id/state', options, async (request, reply) =>
      sendJson(reply, 200, cryptoStateOf(await load(request), deps.now())),
    );
    app.post<OrderParams>('/crypto/:id/network', options, choose);
    app.post<OrderParams>('/crypto/:id/transaction', options, findTransaction);
  };
}
