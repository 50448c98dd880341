import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { formatUnits } from '../../base/money/asset.ts';
import { parseDecimal } from '../../base/money/money.ts';
import { networkById } from '../../chain/chains/networks.ts';
import { notation } from '../../chain/chains/notation.ts';
import { type CryptoOrder, findOrderById } from '../../crypto/orders/store.ts';
import { field, sendFault, sendJson } from '../../surfaces/checkout/form-request.ts';
import { privateHeaders } from '../../surfaces/checkout/send-page.ts';
import { fill } from '../../surfaces/checkout/texts/fill.ts';
import { readerOf, sendSandboxPage } from '../pages/page.ts';
import { sendTokens, type WalletChains } from './send-tokens.ts';

/** A form holds a network and an amount. */
const maxFormBytes = 1024;
/** A thousandth of what the wallet has. */
const mostUnits = 1_000_000n * 1_000_000n;

interface WalletDeps {
  sql: Sql;
  chains: WalletChains;
}
interface Params {
  Params: { id: string };
}
type Request = FastifyRequest<Params>;
type Fault = 'walletAmountWrong' | 'walletNetworkWrong' | 'walletClosed';

/**
 * The test wallet of the sandbox: pays an order as its customer would, from the funder of the local chain. Tests act by
 * the same address: `{}` pays what is missing, `{"amount": "5", "network": "TRC20"}` something else.
 */
export function testWalletRoutes({ sql, chains }: WalletDeps): FastifyPluginAsync {
  return async (app) => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);
    const options = { schema: { hide: true }, bodyLimit: maxFormBytes };

    app.get<Params>('/:id', options, async (request, reply) => {
      const order = await find(request);
      return order ? show(request, reply, 200, order, null) : missing(request, reply);
    });

    app.post<Params>('/:id', options, async (request, reply) => {
      const order = await find(request);
      if (!order) return missing(request, reply);
      const network = order.hold?.network ?? field(request, 'network');
      if (!order.hold && !chains.has(network)) return refuse(request, reply, order, 'walletNetworkWrong');
      const asked = readUnits(request);
      if (asked === 'wrong') return refuse(request, reply, order, 'walletAmountWrong');
      const held = order.hold ? order : await choose(order.id, network);
      if (!held?.hold || !chains.has(held.hold.network)) return refuse(request, reply, order, 'walletClosed');
      const units = asked ?? missingUnits(held);
      const sent = { network: held.hold.network, to: held.hold.address, units };
      const transaction = await sendTokens(chains, sent);
      if (wantsJson(request)) {
        const to = notation.formatAddress(sent.network, sent.to);
        return sendJson(reply, 200, { network: sent.network, to, amount: formatUnits(units), transaction });
      }
      return reply.headers(privateHeaders).redirect(`/crypto/${order.id}`, 303);
    });

    async function find({ params }: Request): Promise<CryptoOrder | null> {
      return isId(params.id) ? await findOrderById(sql, params.id) : null;
    }

    /** Chooses the network as the customer does, on the payment page. */
    async function choose(id: string, network: string): Promise<CryptoOrder | null> {
      const payload = new URLSearchParams({ network }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      await app.inject({ method: 'POST', url: `/crypto/${id}/network`, headers, payload });
      return await findOrderById(sql, id);
    }

    function refuse(request: Request, reply: FastifyReply, order: CryptoOrder, fault: Fault) {
      const { texts } = readerOf(request);
      return wantsJson(request)
        ? sendFault(reply, 422, 'validation_failed', texts[fault])
        : show(request, reply, 422, order, fault);
    }

    function show(
      request: Request,
      reply: FastifyReply,
      status: number,
      order: CryptoOrder,
      fault: Fault | null,
    ) {
      const { texts } = readerOf(request);
      const { id, asset, hold } = order;
      const networks = [...chains.keys()].filter((network) => networkById(network)?.asset === asset);
      const content = html`<section>
<h1>${texts.wallet}</h1>
<p class="quiet">${fill(texts.walletText, { asset })}</p>
!${fault ? html`<p class="notice bad" role="alert">${texts[fault]}</p>` : ''}
<form method="post">
!${
        hold
          ? html`<dl><dt>${texts.walletNetwork}</dt><dd>${networkById(hold.network)?.title ?? hold.network}</dd><dt>${texts.walletTo}</dt><dd><code>${notation.formatAddress(hold.network, hold.address)}</code></dd></dl>`
          : html`<label>${texts.walletNetwork}<select name="network">!${networks.map((network) => html`<option value="${network}">${networkById(network)?.title ?? network}</option>`)}</select></label>`
      }
<label>${fill(texts.walletAmount, { asset })}<input name="amount" inputmode="decimal" maxlength="20" value="${hold ? formatUnits(missingUnits(order)) : ''}"><small class="quiet">${texts.walletAmountHint}</small></label>
<button class="main wide">${texts.walletSend}</button>
</form>
</section>
<p class="back"><a href="/crypto/${id}">${texts.walletBack}</a></p>`;
      return sendSandboxPage(request, reply, status, { title: texts.wallet, content, isNarrow: true });
    }
  };
}

/** null: what is missing. */
function readUnits(request: Request): bigint | null | 'wrong' {
  const text = field(request, 'amount').trim().replace(',', '.');
  const given = (request.body as { amount?: unknown } | null | undefined)?.amount;
  if (text === '') return given === undefined || given === '' ? null : 'wrong';
  const units = parseDecimal(text, 6);
  return typeof units === 'bigint' && units > 0n && units <= mostUnits ? units : 'wrong';
}

/** What is left to pay; for an order that has all of it, the whole amount again. */
function missingUnits({ hold, seenUnits }: CryptoOrder): bigint {
  const amount = hold?.amountUnits ?? 0n;
  return seenUnits < amount ? amount - seenUnits : amount;
}

function wantsJson({ headers }: Request): boolean {
  return headers['content-type']?.startsWith('application/json') ?? false;
}

function missing(request: Request, reply: FastifyReply) {
  const { texts } = readerOf(request);
  if (wantsJson(request)) return sendFault(reply, 404, 'not_found', texts.walletUnknown);
  const content = html`<section><h1>${texts.walletUnknown}</h1><p>${texts.walletUnknownText}</p></section>`;
  return sendSandboxPage(request, reply, 404, { title: texts.walletUnknown, content, isNarrow: true });
}
