import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { isToken } from '../../../base/db/token.ts';
import { clientAddress } from '../../../base/http/request/client-address.ts';
import { notFound } from '../../../base/http/server.ts';
import { holdsCardNumber } from '../../../payments/charges/cards/card-brands.ts';
import { type BankField, isOpen } from '../../../payments/charges/refunds/bank/bank-refund.ts';
import { loadAssets } from '../assets.ts';
import { field } from '../form-request.ts';
import { createPageContext } from '../page-context.ts';
import { privateHeaders, sendPage } from '../send-page.ts';
import type { BankCheckout, BankCheckoutDeps } from './bank-checkout.ts';
import { type BankFaults, type BankForm, bankFormOf, readBankForm } from './bank-input.ts';
import { type BankView, renderBankCheckout } from './views/render.ts';

/** Ten short fields, percent-encoded. */
const maxFormBytes = 8 * 1024;

interface BankParams {
  Params: { token: string };
}
type Request = FastifyRequest<BankParams>;

/** The page where a customer names the bank account for a refund. */
export function bankRefundCheckoutRoutes(deps: BankCheckoutDeps): FastifyPluginAsync {
  const installation = {
    mode: deps.mode,
    operatorName: deps.operatorName,
    assets: loadAssets('payment-link'),
  };

  async function load(request: Request): Promise<BankCheckout> {
    await deps.takeVisit(clientAddress(request));
    const { token } = request.params;
    const checkout = isToken(token) ? await deps.load(token) : null;
    if (!checkout) throw notFound();
    return checkout;
  }

  function send(
    request: Request,
    reply: FastifyReply,
    checkout: BankCheckout,
    view: BankView,
    status = 200,
  ): Promise<FastifyReply> {
    const context = createPageContext(request, installation, checkout.bank);
    const page = renderBankCheckout(checkout, context, request.params.token, view);
    return sendPage(request, reply, status, context.nonce, page, checkout);
  }

  async function show(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const { status } = checkout.bank;
    const { by, change } = request.query as { by?: unknown; change?: unknown };
    const isForm = status === 'asked' || (status === 'given' && change !== undefined);
    if (!isForm) return send(request, reply, checkout, { kind: status });
    return send(request, reply, checkout, formOf(checkout, by === 'account', {}, {}));
  }

  async function give(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const checkout = await load(request);
    const { bank } = checkout;
    const ended = { kind: bank.status } as const;
    if (!isOpen(bank.status)) return send(request, reply, checkout, ended, 409);
    const view = formOf(checkout, field(request, 'by') === 'account', {}, {});
    const form = Object.fromEntries(view.fields.map((name) => [name, field(request, name)])) as BankForm;
    const read = readBankForm(bank.country, view.fields, form);
    if (!read.ok) {
      const returned = { ...view, values: harmless(form), faults: read.faults };
      return send(request, reply, checkout, returned, 422);
    }
    await deps.give(bank, read.details);
    return reply.headers(privateHeaders).redirect(`/bank-refund/${request.params.token}`, 303);
  }

  return async (app) => {
    await app.register(formbody, { bodyLimit: maxFormBytes });
    const options = {
      config: { face: 'checkout' as const },
      schema: { hide: true },
      bodyLimit: maxFormBytes,
    };
    app.get<BankParams>('/bank-refund/:token', options, show);
    app.post<BankParams>('/bank-refund/:token', options, give);
  };
}

function formOf({ bank }: BankCheckout, byOther: boolean, values: BankForm, faults: BankFaults) {
  const { fields, otherFields, kinds = [] } = bankFormOf(bank.country);
  const isOther = byOther && otherFields !== undefined;
  return {
    kind: 'form',
    fields: isOther ? otherFields : fields,
    kinds,
    isOther,
    hasOther: otherFields !== undefined,
    values,
    faults,
  } as const;
}

/** Returns the typed values, except a card number in the wrong field. */
function harmless(form: BankForm): BankForm {
  const entries = Object.entries(form).map(([name, value]) => [name, holdsCardNumber(value) ? '' : value]);
  return Object.fromEntries(entries) as Partial<Record<BankField, string>>;
}
