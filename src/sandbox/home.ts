import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { html } from 'ghtml';
import type { Sql } from '../base/db/pool.ts';
import type { Addresses } from '../base/http/addresses.ts';
import { sendPage } from '../surfaces/checkout/send-page.ts';
import { describedCards } from './acquirer/test-cards.ts';
import { mailPath } from './mailbox.ts';
import { sandboxPage } from './page.ts';

export interface HomeDeps {
  sql: Sql;
  addresses(): Addresses;
  /** The local chains' RPC URLs, by network. */
  rpcUrls(): Record<string, string>;
}

/** The home page of the sandbox: what it is, whether it is healthy, what to do first. */
export function homeRoutes(deps: HomeDeps): FastifyPluginAsync {
  return async (app) => {
    app.get('/', { config: { face: 'api' }, schema: { hide: true } }, async (request, reply) => {
      const isWell = await deps.sql`SELECT 1`.then(
        () => true,
        () => false,
      );
      const nonce = randomBytes(16).toString('base64url');
      return await sendPage(request, reply, isWell ? 200 : 503, nonce, home(nonce, isWell, deps));
    });
  };
}

function home(nonce: string, isWell: boolean, deps: HomeDeps): string {
  const { baseUrl } = deps.addresses();
  const state = isWell
    ? html`<span class="state">All is well</span>`
    : html`<span class="state bad">The database is away</span>`;
  return sandboxPage(
    nonce,
    'Pasarela sandbox',
    html`<header><h1>Pasarela</h1>!${state}</header>
<p class="quiet">The payment service that a company runs itself: cards, USDT in and out, hosted pages, signed webhooks.</p>
<div class="cards">
<div>
<section>
<h2>First steps</h2>
<ol>
<li>The demo merchant's credentials are in <code>sandbox.json</code> in the data folder (<code>.data</code>, or
<code>DATA_DIR</code>), and on the screen of whoever started this.
<pre tabindex="0"><code>${credentials}</code></pre></li>
<li>Make a charge:
<pre tabindex="0"><code>${firstCharge}</code></pre></li>
<li>Open the <code>urlCheckout</code> of the answer and pay with a card of the list, any future date, any code.</li>
<li>Read what came of it: <code>npx pasarela find &lt;reference&gt;</code> tells the whole story.</li>
</ol>
</section>
</div>
<div>
<section>
<h2>Where things are</h2>
<dl>
<dt>API reference</dt><dd><a href="/docs">${baseUrl}/docs</a></dd>
<dt>Dashboard</dt><dd><a href="/dashboard">${baseUrl}/dashboard</a>, with the sign-in of <code>sandbox.json</code></dd>
<dt>Mail</dt><dd><a href="${mailPath}">${baseUrl}${mailPath}</a></dd>
<dt>Health</dt><dd><a href="/health/ready">/health/ready</a></dd>
<dt>Metrics</dt><dd>/metrics, with a token</dd>
!${Object.entries(deps.rpcUrls()).map(([network, url]) => html`<dt>${network}</dt><dd>${url}</dd>`)}
<dt>Commands</dt><dd><code>npx pasarela help</code></dd>
</dl>
</section>
<section>
<h2>Test cards</h2>
<table>
!${describedCards().map(
      ({ number, brand, meaning }) =>
        html`<tr><td><code>${spaced(number)}</code></td><td>${brand}, ${meaning}</td></tr>`,
    )}
</table>
</section>
</div>
</div>`,
  );
}

const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

const credentials = `sandbox() { node -p "JSON.parse(require('fs').readFileSync('.data/sandbox.json')).$1"; }`;
const firstCharge = `base=$(sandbox baseUrl)
answer=$(curl -s -X POST $base/api/auth/token \\
  -H "x-api-key: $(sandbox merchant.apiKey)" \\
  -H "X-Merchant-Id: $(sandbox merchant.merchantId)")
token=$(echo "$answer" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
session=$(echo "$answer" | sed 's/.*"session_id":"\\([^"]*\\)".*/\\1/')
curl -s -X POST $base/api/transactions/charges \\
  -H "Authorization: Bearer $token" -H "x-session-id: $session" \\
  -H 'Content-Type: application/json' \\
  -d '{"flow":"PAYIN","method_code":"CARDS","method_category":"CARD",
       "country":"COL","currency":"USD","amount":10.50}'`;
