import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../../base/http/request/client-address.ts';
import { wantsJson } from '../../../base/http/request/wants-json.ts';
import { notFound } from '../../../base/http/server.ts';
import { checkoutTexts } from '../../../base/texts/checkout.ts';
import { reviewMs, type Wallet } from '../../../crypto/payouts/claim/claim.ts';
import type { WalletFault } from '../../../crypto/payouts/claim/wallet-fault.ts';
import { loadAssets } from '../assets.ts';
import { field, sendFault, sendJson } from '../form-request.ts';
import { createPageContext } from '../page-context.ts';
import { privateHeaders, sendPage } from '../send-page.ts';
import { naming } from '../texts/texts.ts';
import type { PageContext } from '../views/context.ts';
import {
  networkOf,
  type PayoutCheckout,
  type PayoutCheckoutDeps,
  payoutStateOf,
  payoutViewOf,
} from './payout-checkout.ts';
import { codeFaultText, mailingText, walletFaultText } from './views/faults.ts';
import { emptyWallet, nothingReturned, type PayoutReturned, renderPayoutCheckout } from './views/render.ts';
import { readWallet, tidyWallet } from './wallet-input.ts';

/** A network, an address and a code, percent-encoded. */
const maxFormBytes = 4 * 1024;
const proofCookie = 'payout_proof';
/** Within this time another RPC node of the network may answer. */
const retryAfterSeconds = 15;

interface LinkParams {
  Params: { token: string };
}
type Request = FastifyRequest<LinkParams>;

/** The recipient's page. The claim's secret token grants access to it; any change also needs a code. */
export function payoutCheckoutRoutes(deps: PayoutCheckoutDeps): FastifyPluginAsync {
  const installation = { mode: deps.mode, operatorName: deps.operatorName, assets: loadAssets('payout') };

  async function load(request: Request): Promise<PayoutCheckout> {
    const checkout = await deps.load(request.params.token, proofOf(request));
    if (checkout) return checkout;
    await deps.takeMiss(clientAddress(request));
    throw notFound();
  }

  async function loadForm(request: Request): Promise<PayoutCheckout> {
    const checkout = await load(request);
    await deps.takeForm(checkout.payout.id);
    return checkout;
  }

  /** The page of a refund is the same, with its own texts. */
  function contextOf(request: Request, { payout }: PayoutCheckout): PageContext {
    const context = createPageContext(request, installation, payout);
    if (payout.kind === 'payout') return context;
    const words = naming(payout.asset, checkoutTexts[context.language].refund);
    return { ...context, texts: { ...context.texts, ...words } };
  }

  function send(
    request: Request,
    reply: FastifyReply,
    checkout: PayoutCheckout,
    status = 200,
    returned: PayoutReturned = nothingReturned,
  ): Promise<FastifyReply> {
    const context = contextOf(request, checkout);
    const page = renderPayoutCheckout(checkout, context, pathOf(request), deps.now(), returned);
    return sendPage(request, reply, status, context.nonce, page, checkout);
  }

  /**
   * Redirects to the page with a new GET, so that a reload does not resend the form; a program gets the state at once.
   */
  async function showOutcome(request: Request, reply: FastifyReply, query = ''): Promise<FastifyReply> {
    if (wantsJson(request)) return sendJson(reply, 200, payoutStateOf(await load(request), deps.now()));
    return reply.headers(privateHeaders).redirect(pathOf(request) + query, 303);
  }

  /** Refuses a form: with a message beside it, or as JSON. */
  async function refuse(
    request: Request,
    reply: FastifyReply,
    checkout: PayoutCheckout,
    { status = 422, error, message }: { status?: number; error: string; message: string },
    returned: Partial<PayoutReturned>,
  ): Promise<FastifyReply> {
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
    if (wantsJson(request)) return sendFault(reply, status, error, message);
    return send(request, reply, checkout, status, { ...nothingReturned, ...returned });
  }

  async function propose(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await loadForm(request);
    if (!isOpen(checkout)) return showOutcome(request, reply);
    const context = contextOf(request, checkout);
    const typed = { network: field(request, 'network'), text: tidyWallet(field(request, 'wallet')) };
    const network = checkout.networks.find(({ id }) => id === typed.network);
    if (!network) {
      const message = context.texts.choose_missing;
      const wallet = { ...emptyWallet, ...typed, networkFault: message };
      return refuse(request, reply, checkout, { error: 'unknown_network', message }, { wallet });
    }
    const refuseWallet = (error: string, message: string, status = 422) => {
      const wallet = { ...emptyWallet, ...typed, walletFault: message };
      return refuse(request, reply, checkout, { status, error, message }, { wallet });
    };
    const input = readWallet(network, typed.text, deps.tokens);
    if (!input.ok) {
      return refuseWallet(
        input.fault,
        walletFaultText(checkout, context, network, input.fault, typed.text, input.letter),
      );
    }
    const wallet = { network: network.id, address: input.address };
    const result = await deps.propose(checkout, wallet, context.language);
    switch (result.kind) {
      case 'proposed':
      case 'not_open':
        return showOutcome(request, reply);
      case 'refused':
        return refuseWallet(
          result.fault,
          walletFaultText(checkout, context, network, result.fault, typed.text),
          statusOf(result.fault),
        );
      case 'locked':
      case 'spent':
        return refuseWallet(result.kind, mailingText(checkout, context, result, deps.now()));
    }
  }

  async function enterCode(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await loadForm(request);
    if (!isOpen(checkout)) return showOutcome(request, reply);
    const context = contextOf(request, checkout);
    const result = await deps.checkCode(checkout, shownWallet(request), field(request, 'code'));
    switch (result.kind) {
      case 'right':
        reply.header('set-cookie', cookie(request, result.proof));
        if (wantsJson(request)) {
          const proven = await deps.load(request.params.token, result.proof);
          return sendJson(reply, 200, payoutStateOf(proven ?? checkout, deps.now()));
        }
        return showOutcome(request, reply);
      case 'changed':
        return refuseChanged(request, reply);
      default: {
        const message = codeFaultText(context, result);
        // Shows the counts after this attempt: how many are left, and when another code can be requested.
        return refuse(
          request,
          reply,
          await load(request),
          { error: result.kind, message },
          {
            code: { fault: message, notice: null },
          },
        );
      }
    }
  }

  async function resend(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await loadForm(request);
    if (!isOpen(checkout)) return showOutcome(request, reply);
    const context = contextOf(request, checkout);
    const result = await deps.resend(checkout, shownWallet(request), context.language);
    switch (result.kind) {
      case 'sent':
        return showOutcome(request, reply, '?sent');
      case 'not_open':
        return showOutcome(request, reply);
      case 'changed':
        return refuseChanged(request, reply);
      default: {
        const message = mailingText(checkout, context, result, deps.now());
        return refuse(
          request,
          reply,
          await load(request),
          { error: result.kind, message },
          {
            code: { fault: null, notice: message },
          },
        );
      }
    }
  }

  async function confirm(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await loadForm(request);
    if (!isOpen(checkout)) return showOutcome(request, reply);
    const context = contextOf(request, checkout);
    const wallet = shownWallet(request);
    const isOnPage =
      checkout.networks.some(({ id }) => id === wallet.network) && shownAddress.test(wallet.address);
    if (!isOnPage) return refuseChanged(request, reply);
    const result = await deps.confirm(checkout, wallet, proofOf(request), context.language);
    switch (result.kind) {
      case 'confirmed':
      case 'already_confirmed':
      case 'not_open':
        return showOutcome(request, reply);
      case 'changed':
        return refuseChanged(request, reply);
      case 'unproven': {
        const message = context.texts.payout_code_unproven;
        return refuse(
          request,
          reply,
          { ...checkout, isProven: false },
          { error: 'unproven', message },
          {
            code: { fault: message, notice: null },
          },
        );
      }
      case 'refused': {
        const network = networkOf(checkout, wallet.network);
        const message = walletFaultText(checkout, context, network, result.fault, '');
        return refuse(
          request,
          reply,
          checkout,
          { status: statusOf(result.fault), error: result.fault, message },
          { reviewFault: message },
        );
      }
    }
  }

  /** Another wallet was entered in between, perhaps by somebody else: shows it, and changes nothing. */
  async function refuseChanged(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const message = contextOf(request, checkout).texts.payout_changed;
    return refuse(
      request,
      reply,
      checkout,
      { status: 409, error: 'changed', message },
      {
        code: { fault: null, notice: message },
        reviewFault: message,
      },
    );
  }

  const isOpen = (checkout: PayoutCheckout): boolean => {
    const view = payoutViewOf(checkout, deps.now());
    return view === 'choose' || view === 'code' || view === 'undelivered' || view === 'review';
  };

  function cookie(request: Request, proof: string): string {
    // The cookie's path is this payout's URL, so the prefix __Host-, which demands the path /, cannot be used.
    const [prefix, secure] = deps.mode === 'live' ? ['__Secure-', '; Secure'] : ['', ''];
    return `${prefix}${proofCookie}=${proof}; Path=${pathOf(request)}; Max-Age=${reviewMs / 1000}; HttpOnly; SameSite=Lax${secure}`;
  }

  return async (app) => {
    await app.register(formbody, { bodyLimit: maxFormBytes });
    const options = {
      config: { face: 'checkout' as const },
      schema: { hide: true },
      bodyLimit: maxFormBytes,
    };
    app.get<LinkParams>('/payout/:token', options, async (request, reply) => {
      const checkout = await load(request);
      const asks = (name: string): boolean => Object.hasOwn(request.query as object, name);
      const wasSent = asks('sent') && !checkout.claim?.refusedAt;
      return send(request, reply, checkout, 200, {
        ...nothingReturned,
        // The wallet is entered again; until then, the earlier one remains.
        wallet: asks('change') ? emptyWallet : null,
        code: {
          fault: null,
          notice: wasSent ? contextOf(request, checkout).texts.payout_code_sent : null,
        },
      });
    });
    app.get<LinkParams>('/payout/:token/state', options, async (request, reply) =>
      sendJson(reply, 200, payoutStateOf(await load(request), deps.now())),
    );
    app.post<LinkParams>('/payout/:token/wallet', options, propose);
    app.post<LinkParams>('/payout/:token/code', options, enterCode);
    app.post<LinkParams>('/payout/:token/resend', options, resend);
    app.post<LinkParams>('/payout/:token/confirm', options, confirm);
  };
}

function pathOf(request: Request): string {
  return `/payout/${request.params.token}`;
}

/** The wallet that the form was rendered for. */
function shownWallet(request: Request): Wallet {
  return { network: field(request, 'network'), address: field(request, 'address') };
}

/** As the form has it, on every network. */
const shownAddress = /^0x[0-9a-f]{40}$/;

function statusOf(fault: WalletFault): number {
  return fault === 'unavailable' || fault === 'on_hold' ? 503 : 422;
}

function proofOf({ headers }: FastifyRequest): string | null {
  return (
    new RegExp(`(?:^|;\\s*)(?:__Secure-)?${proofCookie}=([\\w-]{1,100})(?:;|$)`).exec(
      headers.cookie ?? '',
    )?.[1] ?? null
  );
}
