import { join } from 'node:path';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import type { Sql } from '../../base/db/pool.ts';
import type { Addresses } from '../../base/http/addresses.ts';
import type { SandboxTexts } from '../../base/texts/sandbox/en.ts';
import { fill } from '../../surfaces/checkout/texts/fill.ts';
import { describedCards } from '../acquirer/test-cards.ts';
import { mailPath } from './mailbox.ts';
import { copyButton, type Reader, readerOf, sendSandboxPage } from './page.ts';
import { testPaymentPath } from './test-payment.ts';

export interface HomeDeps {
  sql: Sql;
  dataDir: string;
  addresses(): Addresses;
  person: { email: string };
  /** The local chains' RPC URLs, by network. */
  rpcUrls(): Record<string, string>;
}

/** The home page of the sandbox: a test payment, whether it is healthy, where things are, the first request. */
export function homeRoutes(deps: HomeDeps): FastifyPluginAsync {
  return async (app) => {
    app.get('/', { config: { face: 'api' }, schema: { hide: true } }, async (request, reply) => {
      const isWell = await deps.sql`SELECT 1`.then(
        () => true,
        () => false,
      );
      const reader = readerOf(request);
      const content = home(reader, isWell, cameBack(request, reader), deps);
      return await sendSandboxPage(request, reply, isWell ? 200 : 503, {
        title: reader.texts.title,
        content,
      });
    });
  };
}

function home(reader: Reader, isWell: boolean, returned: string, deps: HomeDeps): string {
  const { texts } = reader;
  const { baseUrl } = deps.addresses();
  const networks = Object.entries(deps.rpcUrls());
  const state = isWell
    ? html`<span class="state">${texts.well}</span>`
    : html`<span class="state bad">${texts.away}</span>`;
  const number = spaced('4242424242424242');
  return html`<header><h1>Pasarela</h1>!${state}</header>
<p class="quiet">${texts.tagline}</p>
!${returned}
<section class="try">
<h2>${texts.tryHeading}</h2>
<p class="quiet">${texts.tryText}</p>
<form method="post" action="${testPaymentPath}" class="ways">
!${way('card', 'main', texts.tryCard, fill(texts.tryCardText, { number }))}
!${way('choice', '', texts.tryChoice, texts.tryChoiceText)}
!${networks.length === 0 ? '' : way('usdt', '', texts.tryUsdt, texts.tryUsdtText)}
</form>
</section>
<div class="cards">
<div>
<section>
<h2>${texts.stepsHeading}</h2>
!${firstSteps(reader, deps.dataDir)}
</section>
<section>
<h2>${texts.cardsHeading}</h2>
<p class="quiet">${texts.cardsText}</p>
<table>
!${describedCards().map((card) => cardRow(card, reader))}
</table>
</section>
</div>
<div>
<section>
<h2>${texts.placesHeading}</h2>
<dl class="places">
<dt><a href="/dashboard">${texts.dashboard}</a></dt><dd>${fill(texts.dashboardText, { email: deps.person.email })} ${texts.password}: <code>dashboard.password</code>, <code>${join(deps.dataDir, 'sandbox.json')}</code></dd>
<dt><a href="/docs/quick-start">${texts.quickStart}</a></dt><dd>${baseUrl}/docs/quick-start</dd>
<dt><a href="/docs">${texts.guides}</a></dt><dd>${baseUrl}/docs</dd>
<dt><a href="/docs/api">${texts.reference}</a></dt><dd>${baseUrl}/docs/api</dd>
<dt><a href="http://127.0.0.1:4100">${texts.example}</a></dt><dd>${fill(texts.exampleText, { command: 'npm run shop' })}</dd>
<dt><a href="${mailPath}">${texts.mail}</a></dt><dd>${texts.mailText}</dd>
<dt><a href="/health/ready">${texts.health}</a></dt><dd>${baseUrl}/health/ready</dd>
<dt>${texts.metrics}</dt><dd>${texts.metricsText}</dd>
!${networks.map(([network, url]) => html`<dt>${network}</dt><dd>${url}</dd>`)}
<dt>${texts.commands}</dt><dd><code>npx pasarela help</code></dd>
</dl>
</section>
</div>
</div>`;
}

function way(kind: string, look: string, name: string, text: string): string {
  return html`<button name="kind" value="${kind}" class="${look}">${name}<small>${text}</small></button>`;
}

function cardRow(
  { number, brand, meaning }: ReturnType<typeof describedCards>[number],
  reader: Reader,
): string {
  const { texts } = reader;
  const label = fill(texts.copyNumber, { number: spaced(number) });
  const told = texts[`card_${meaning}` as keyof SandboxTexts];
  return html`<tr><td><code>${spaced(number)}</code><small>${brandNames[brand] ?? brand}, ${told}</small></td><td>!${copyButton(number, label, reader)}</td></tr>`;
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
};

const spaced = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1\u00a0');

/** What became of a test payment whose customer came back: our own words only, whatever the address says. */
function cameBack({ query }: FastifyRequest, { texts }: Reader): string {
  const { reference, status } = query as { reference?: unknown; status?: unknown };
  const told = texts[`status_${String(status)}` as keyof SandboxTexts];
  if (told === undefined || typeof reference !== 'string' || !/^[\w-]{1,64}$/.test(reference)) return '';
  return html`<p class="notice" role="status">${fill(texts.cameBack, { status: told })} <a href="/dashboard/payments/${reference}">${texts.seePayment}</a></p>`;
}

function firstSteps(reader: Reader, dataDir: string): string {
  const { texts } = reader;
  const file = join(dataDir, 'sandbox.json');
  const code = (text: string): string =>
    html`<div class="code"><pre tabindex="0"><code>${text}</code></pre>!${copyButton(text, texts.copyCommand, reader)}</div>`;
  return html`<ol>
<li>${fill(texts.stepCredentials, { file })}
!${code(credentials(file))}</li>
<li>${texts.stepCharge}
!${code(firstCharge)}</li>
<li>${fill(texts.stepPay, { field: 'urlCheckout' })}</li>
<li>${texts.stepRead}
!${code('npx pasarela find <reference>')}</li>
</ol>`;
}

const credentials = (file: string): string =>
  `sandbox() { node -p "JSON.parse(require('fs').readFileSync('${file}')).$1"; }`;
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
