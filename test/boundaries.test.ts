import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { connect } from '../src/base/db/pool.ts';
import { languages } from '../src/base/money/language.ts';
import { orderTransitions } from '../src/crypto/orders/order.ts';
import { payoutTransitions } from '../src/crypto/payouts/payout.ts';
import { itemTransitions } from '../src/crypto/sweeps/sweep.ts';
import { attemptTransitions, chargeTransitions } from '../src/payments/charges/charge.ts';
import { templateDatabase, urlOfDatabase } from './kit/postgres.ts';
import {
  broken,
  circles,
  codeOf,
  files,
  type Import,
  imports,
  isFile,
  roomOf,
  textOf,
  wayTo,
  wingOf,
  wings,
  within,
} from './kit/source.ts';

/** The import rules of the architecture, checked against the source. */

const rooms = Object.entries(wings).flatMap(([wing, names]) =>
  names.length === 0 ? [wing] : names.map((name) => `${wing}/${name}`),
);
const floorOf = (path: string): number => rooms.indexOf(roomOf(path));

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const dependencies = Object.keys(manifest.dependencies);

/** The folders of the use-cases. */
const features = ['accounts', 'events', 'payments', 'crypto', 'commerce', 'surfaces/lookup'];
/** The HTTP routes of a feature. Only the composition and other routes import them. */
const isRoutes = (path: string): boolean => /(?:^|[/-])routes\.ts$/.test(path);
/** In a feature only its routes, its helpers in the dashboard kit and authentication know HTTP. */
const isUseCase = (path: string): boolean =>
  within(path, ...features) &&
  !within(path, 'accounts/dashboard-kit') &&
  !isRoutes(path) &&
  !/(authenticate|require-proofs|dashboard-place)\.ts$/.test(path);

/** The domain types of the features, each with its life cycle and its terms, and the ports to the outside world. */
const nouns = [
  'merchant',
  'person',
  'event',
  'notification',
  'delivery',
  'charge',
  'order',
  'sending',
  'payout',
  'sweep',
  'custody',
  'payment-link',
  'payment-processor',
  'signer',
  'mailer',
  'rate-source',
];
/** Pure files whose name and folder do not show it. */
const alsoPure = new Set([
  'commerce/payment-links/invoice-total.ts',
  'base/ground/errors.ts',
  'base/ground/plain-text.ts',
  'accounts/alarms/alarm-list.ts',
  'base/http/request/text.ts',
  'base/http/request/unknown-fields.ts',
  'accounts/mail/address.ts',
  'accounts/merchants/keys/key-scopes.ts',
  'accounts/merchants/statement-descriptor.ts',
  'accounts/people/roles.ts',
  'accounts/people/sign-in/sign-in-delay.ts',
  'accounts/methods/methods.ts',
  'payments/charges/charge-request.ts',
  'payments/charges/notice-schema.ts',
  'payments/charges/payment-notice.ts',
  'payments/charges/unexpected/unexpected-payment.ts',
  'payments/charges/cards/card-testing.ts',
  'payments/charges/cards/card-brands.ts',
  'payments/charges/cards/card-number-text.ts',
  'crypto/orders/notice-schema.ts',
  'events/outbox/send-result.ts',
  'chain/rates/combine.ts',
  'chain/rates/convert.ts',
  'chain/chains/family.ts',
  'chain/chains/fee-coin.ts',
  'chain/chains/networks.ts',
  'surfaces/checkout/card-input.ts',
  'surfaces/checkout/payer-document.ts',
  'surfaces/checkout/payer-phone.ts',
  'surfaces/doctor/finding.ts',
]);
const isNoun = (path: string): boolean =>
  within(path, ...features, 'chain') && nouns.some((noun) => path === `${roomOf(path)}/${noun}.ts`);
/** Decisions and domain types: they take the clock and the facts as arguments and have no side effects. */
const isPure = (path: string): boolean =>
  within(path, 'base/money', 'base/texts', 'chain/chains/port') ||
  /\/decide-[^/]*\.ts$/.test(path) ||
  isNoun(path) ||
  alsoPure.has(path);
/** Packages that describe or hash data and have no side effects. */
const purePackages = new Set(['typebox', 'node:crypto']);
/** Reads the clock, uses randomness or reaches outside. */
const impure =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bprocess\.|\bfetch\(|\bset(?:Timeout|Interval)\(|\brandom(?:Bytes|UUID|Int)\b/;

/** Code that reaches the outside world behind a port: the files it may import, and the files that list it. */
const adapterFamilies: { adapter: RegExp; knows: RegExp; listedBy: string[] }[] = [
  {
    adapter: /^payments\/processors\/[^/]+(?=\/)/,
    // Besides their port: the methods, calls to processors, payment notifications, and the reading of settings.
    knows:
      /^accounts\/methods\/methods\.ts$|^payments\/charges\/(?:payment-processor|cards\/card-brands)\.ts$|^payments\/processors\/(?:answers|details|entry|http)\.ts$|^base\/ground\/env-reader\.ts$/,
    listedBy: ['payments/processors/registry.ts', 'payments/processors/settings.ts'],
  },
  {
    adapter: /^chain\/rates\/sources(?=\/)/,
    knows: /^chain\/rates\/rate-source\.ts$/,
    listedBy: ['chain/rates/registry.ts'],
  },
  {
    adapter: /^chain\/signers\/(?:key-file|remote)-signer\.ts$/,
    knows: /^chain\/signers\/(?:signer|key-file|signing|signer-config)\.ts$/,
    listedBy: ['chain/signers/registry.ts'],
  },
  {
    adapter: /^chain\/chains\/(?:evm|tron)(?=\/)/,
    // Besides their ports: calls to RPC nodes, shared by all families, and the table of networks.
    knows: /^chain\/chains\/(?:port|rpc)\/|^chain\/chains\/(?:networks|family|protobuf|token-amount)\.ts$/,
    listedBy: ['chain/chains/create-chain.ts', 'chain/chains/create-payout-chain.ts'],
  },
  {
    adapter: /^accounts\/mail\/smtp\.ts$/,
    knows: /^accounts\/mail\/(?:mailer|address)\.ts$/,
    listedBy: ['compose/compose.ts', 'surfaces/cli/installation/doctor.ts'],
  },
];
/** The adapter that a file is part of, e.g. `payments/processors/sandbox`. */
const adapterOf = (path: string): string | null =>
  adapterFamilies.map(({ adapter }) => adapter.exec(path)?.[0]).find((name) => name !== undefined) ?? null;
const familyOf = (path: string) => adapterFamilies.find(({ adapter }) => adapter.test(path));
const registries = files.filter((path) => /\/registry\.ts$/.test(path));

describe('the source', () => {
  test('is found, with its imports', () => {
    expect(files).toContain('payments/charges/create-charge.ts');
    expect(imports).toContainEqual({ from: 'payments/charges/create-charge.ts', to: 'base/db/batch.ts' });
    expect(imports).toContainEqual({ from: 'base/http/server.ts', to: 'fastify' });
    for (const path of alsoPure) expect(files).toContain(path);
    for (const noun of nouns) expect(files.filter(isNoun).join(' ')).toContain(`/${noun}.ts`);
    for (const { adapter } of adapterFamilies) expect(files.some((path) => adapter.test(path))).toBe(true);
  });

  test('lies in rooms that have their place in the order', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...rooms].sort());
  });

  test('tells one story a folder: none holds more than 25 files beside their tests', () => {
    const counts = Map.groupBy(files, (path) => dirname(path));
    expect([...counts].filter(([, all]) => all.length > 25).map(([folder]) => folder)).toEqual([]);
  });

  test('keeps the HTTP face of a feature with the feature', () => {
    const faces = files.filter((path) => isRoutes(path) && within(path, ...features));
    expect(faces.length).toBeGreaterThan(25);
    const names = /(?:^|[/-])(?:(?:dashboard|operator|legacy|notification)-)?routes\.ts$/;
    expect(faces.filter((path) => !names.test(path))).toEqual([]);
  });

  test('takes advisory locks by their list alone, where no two can mean the same number', () => {
    expect(files.filter((path) => /pg_(?:try_)?advisory/.test(textOf(path)))).toEqual(['base/db/locks.ts']);
  });

  test('keeps texts in several languages in base/texts only', () => {
    // A table by language: "pt: …" or "{ es, pt, en }".
    const table = /(?<![\w'"?-])pt\s*[:,}]|Record<Language\b/;
    const elsewhere = files.filter((path) => !within(path, 'base/texts') && table.test(codeOf(path)));
    expect(elsewhere).toEqual([]);
  });

  test('asks no clock and draws no lot where it decides', () => {
    expect(files.filter(isPure).filter((path) => impure.test(codeOf(path)))).toEqual([]);
  });
});

describe('imports', () => {
  test('lead to wings and rooms below only; routes may use every room of their wing', () => {
    const isBelow = ({ from, to }: Import): boolean =>
      !isFile(to) ||
      roomOf(to) === roomOf(from) ||
      floorOf(to) < floorOf(from) ||
      (isRoutes(from) && wingOf(from) === wingOf(to));
    expect(broken(() => true, isBelow)).toEqual([]);
  });

  test('of routes stand in routes and where the parts are put together only', () => {
    const allowed = ({ from, to }: Import): boolean =>
      !isRoutes(to) || isRoutes(from) || within(from, 'compose', 'surfaces', 'sandbox');
    expect(broken(() => true, allowed)).toEqual([]);
  });

  test('lead from no file back to itself', () => {
    expect(circles()).toEqual([]);
  });

  test('of pure files lead to pure files only', () => {
    expect(broken(isPure, ({ to }) => isPure(to) || purePackages.has(to))).toEqual([]);
  });

  test('of OpenTelemetry stand in one file, which is loaded only where tracing is on', () => {
    const sdk = 'base/ground/open-telemetry.ts';
    expect(
      broken(
        (from) => from !== sdk,
        ({ to }) => !to.startsWith('@opentelemetry/'),
      ),
    ).toEqual([]);
    const users = files.filter((path) => codeOf(path).includes('open-telemetry.ts'));
    expect(users).toEqual(['compose/start.ts']);
    expect(codeOf('compose/start.ts')).toMatch(/await import\('[^']*open-telemetry\.ts'\)/);
  });

  test('of use-cases and stores lead to Fastify by no way round', () => {
    const ways = files.filter(isUseCase).map((file) => wayTo(file, (to) => /^@?fastify(\/|$)/.test(to)));
    expect(ways.filter((way) => way !== null)).toEqual([]);
  });

  test('of an adapter lead to itself, its port, money, texts and packages only', () => {
    const allowed = ({ from, to }: Import): boolean =>
      !isFile(to) ||
      adapterOf(to) === adapterOf(from) ||
      within(to, 'base/money', 'base/texts') ||
      (familyOf(from)?.knows.test(to) ?? false);
    expect(broken((from) => adapterOf(from) !== null, allowed)).toEqual([]);
  });

  test('of an adapter stand in itself and where it is listed only', () => {
    const allowed = ({ from, to }: Import): boolean =>
      adapterOf(to) === null ||
      adapterOf(to) === adapterOf(from) ||
      (familyOf(to)?.listedBy.includes(from) ?? false);
    expect(broken(() => true, allowed)).toEqual([]);
  });

  test('of a registry stand where the parts are put together only', () => {
    expect(
      broken(
        (from) => !within(from, 'compose', 'surfaces/cli'),
        ({ to }) => !registries.includes(to),
      ),
    ).toEqual([]);
  });

  test('of the sandbox stand in the sandbox and where the program starts only', () => {
    const starters = ['compose/start.ts', 'main.ts'];
    const outside = (from: string): boolean => !within(from, 'sandbox') && !starters.includes(from);
    expect(broken(outside, ({ to }) => !within(to, 'sandbox'))).toEqual([]);
  });

  test('of what handles keys stand where keys are made, opened and used only', () => {
    const handlesKeys = (to: string): boolean =>
      within(to, 'chain/signers') &&
      !['chain/signers/signer-config.ts', 'chain/signers/signer.ts'].includes(to);
    const mayHandle = (from: string): boolean =>
      within(from, 'chain/signers', 'surfaces/cli', 'sandbox', 'crypto/sweeps') ||
      from === 'compose/compose-payouts.ts';
    expect(
      broken(
        (from) => !mayHandle(from),
        ({ to }) => !handlesKeys(to),
      ),
    ).toEqual([]);
  });

  test('of code that runs lead to no test and to nothing that is made for tests', () => {
    expect(
      broken(
        () => true,
        ({ to }) => !/^\.\.\/test\/|\.test\.ts$/.test(to),
      ),
    ).toEqual([]);
  });

  test('of packages name those that a server without the tools for tests has', () => {
    const installed = (to: string): boolean =>
      to.startsWith('node:') || dependencies.some((name) => to === name || to.startsWith(`${name}/`));
    // These packages are bundled into dist when the project is installed; the adapter's file imports only types.
    const isBuiltIn = (from: string): boolean =>
      ['accounts/people/sign-in/better-auth.ts', 'accounts/people/sign-in/auth-adapter.ts'].includes(from);
    expect(
      broken(
        (from) => !isBuiltIn(from),
        ({ to }) => isFile(to) || to.endsWith('.json') || installed(to),
      ),
    ).toEqual([]);
  });

  test('of the command line stand in the command line only', () => {
    expect(
      broken(
        (from) => !within(from, 'surfaces/cli'),
        ({ to }) => !within(to, 'surfaces/cli'),
      ),
    ).toEqual([]);
  });
});

/** The packages that are loaded with a file before its code runs; types and dynamic imports do not count. */
function loadedWith(start: string): string[] {
  const statics =
    /(?:^|\n)(?:import|export)\b(?!\s+type\b)([^;'"]*?)from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'/g;
  const seen = new Set([start]);
  const packages = new Set<string>();
  for (const path of seen) {
    for (const [, names = '', from, bare] of textOf(path).matchAll(statics)) {
      const target = from ?? bare ?? '';
      const isTypesOnly = /^\s*\{(\s*type [^,}]+,?)+\s*\}\s*$/.test(names);
      if (isTypesOnly || target.startsWith('node:')) continue;
      if (target.startsWith('.')) seen.add(join(dirname(path), target));
      else packages.add(target);
    }
  }
  return [...packages].sort();
}

describe('a command starts quickly:', () => {
  test('until it is known which, only the database driver is loaded', () => {
    expect(loadedWith('surfaces/cli/main.ts')).toEqual(['pg']);
  });

  test.each([
    'merchants/merchants',
    'merchants/merchants-set',
    'merchants/keys',
    'merchants/webhooks',
    'merchants/events',
    'ledger',
    'installation/secrets',
    'installation/migrate',
  ])('%s loads nothing beside it', (name) => {
    expect(loadedWith(`surfaces/cli/${name}.ts`).filter((each) => each !== 'pg')).toEqual([]);
  });

  test('none loads what dials out or checks requests before it runs', () => {
    const commandFiles = files.filter((file) => within(file, 'surfaces/cli'));
    const slow = new Set([
      'undici',
      'typebox',
      'fastify',
      'viem',
      'tronweb',
      'fast-jwt',
      'pino',
      'nodemailer',
    ]);
    const late = ['surfaces/cli/crypto/open-chains.ts', 'surfaces/cli/cards/open-cards.ts'];
    const loaded = commandFiles
      .filter((file) => !late.includes(file))
      .flatMap((file) =>
        loadedWith(file)
          .filter((each) => slow.has(each))
          .map((each) => `${file}: ${each}`),
      );
    expect(loaded).toEqual([]);
  });
});

test('a start loads nothing of the library that people sign in by', () => {
  expect(loadedWith('compose/compose.ts')).toContain('fast-jwt');
  for (const start of ['compose/compose.ts', 'compose/start.ts', 'sandbox/world.ts']) {
    expect(loadedWith(start).filter((name) => name.startsWith('better-auth'))).toEqual([]);
  }
});

test('the database takes every language of the program, and a new one needs no migration', async () => {
  const sql = connect(urlOfDatabase(inject('postgresUrl'), templateDatabase), { max: 1 });
  try {
    const [check] = await sql<{ text: string }[]>`
      SELECT pg_get_constraintdef(oid) AS text
        FROM pg_constraint
       WHERE conname = 'merchants_language_check'`;
    const shape = /'([^']+)'/.exec(check?.text ?? '')?.[1] ?? '';
    expect(shape).toBe('^[a-z]{2}$');
    expect(languages.filter((language) => !new RegExp(shape).test(language))).toEqual([]);
  } finally {
    await sql.end();
  }
});

describe('the allowed changes of status', () => {
  test.each([
    ['charge_transitions', chargeTransitions as Record<string, readonly string[]>],
    ['attempt_transitions', attemptTransitions],
    ['crypto_order_transitions', orderTransitions],
    ['payout_transitions', payoutTransitions],
    ['sweep_item_transitions', itemTransitions],
  ])('in the table %s are those of the program', async (table, transitions) => {
    const sql = connect(urlOfDatabase(inject('postgresUrl'), templateDatabase), { max: 1 });
    try {
      const rows = await sql<{ change: string }[]>`
        SELECT from_status || ' to ' || to_status AS change
          FROM ${sql(table)}`;
      const inProgram = Object.entries(transitions).flatMap(([from, all]) =>
        all.map((to) => `${from} to ${to}`),
      );
      expect(rows.map((row) => row.change).sort()).toEqual(inProgram.sort());
    } finally {
      await sql.end();
    }
  });
});
