import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { attemptTransitions, chargeTransitions } from '../src/charges/charge.ts';
import { orderTransitions } from '../src/crypto-orders/order.ts';
import { connect } from '../src/db/pool.ts';
import { payoutTransitions } from '../src/payouts/payout.ts';
import { itemTransitions } from '../src/sweeps/sweep.ts';
import { templateDatabase, urlOfDatabase } from './kit/postgres.ts';

/** The import rules of the architecture, read from the source itself. */

const sourceFolder = fileURLToPath(new URL('../src/', import.meta.url));

interface Import {
  /** Paths are relative to src/, e.g. `charges/store.ts`. */
  from: string;
  /** Such a path, or the name of a package. */
  to: string;
}

/** Code that runs: neither tests nor what only tests use. */
const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .filter((name) => !/\.test\.ts$|(^|\/)contract-world\.ts$/.test(name))
  .sort();

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const dependencies = Object.keys(manifest.dependencies);

/** Types count as well: what a file names, it knows. */
const importPattern =
  /(?:^|\n)(?:import|export)\b[^;'"]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g;

function importsOf(from: string): Import[] {
  const source = readFileSync(join(sourceFolder, from), 'utf8');
  return [...source.matchAll(importPattern)].map(([, named, dynamic, bare]) => {
    const target = named ?? dynamic ?? bare ?? '';
    return { from, to: target.startsWith('.') ? join(dirname(from), target) : target };
  });
}

const imports = files.flatMap(importsOf);

/** The folders of src/, from the ground up: each may know only those before it. */
const rooms = [
  'money',
  'ground',
  'db',
  'worker',
  'egress',
  'http',
  'chains',
  'audit',
  'wallets',
  'rates',
  'mail',
  'alarms',
  'ledger',
  'merchants',
  'events',
  'webhooks',
  'charges',
  'processors',
  'crypto-orders',
  'deposits',
  'sending',
  'signers',
  'payouts',
  'sweeps',
  'custody',
  'installation',
  'crypto-api',
  'lookup',
  'checkout',
  'openapi',
  'metrics',
  'sandbox',
  'config',
  'cli',
  'compose',
  'main.ts',
];
const roomOf = (path: string): string => path.split('/')[0] ?? '';
const floorOf = (path: string): number => rooms.indexOf(roomOf(path));

const within = (path: string, ...folders: string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));
const isFile = (to: string): boolean => to.endsWith('.ts');

/** The imports that break a rule, as lines a person can go to. */
function broken(applies: (from: string) => boolean, allowed: (imported: Import) => boolean): string[] {
  return imports
    .filter((imported) => applies(imported.from) && !allowed(imported))
    .map(({ from, to }) => `src/${from} imports ${isFile(to) ? `src/${to}` : to}`);
}

/** The shortest chain of imports from a file to what is looked for, or null. */
function wayTo(start: string, found: (to: string) => boolean): string | null {
  const ways = new Map([[start, start]]);
  for (const [path, way] of ways) {
    if (found(path)) return way;
    for (const { to } of imports.filter((imported) => imported.from === path)) {
      if (!ways.has(to)) ways.set(to, `${way} → ${to}`);
    }
  }
  return null;
}

/** Decisions and nouns: they take the clock and the facts as arguments, and do nothing. */
const pureFiles = new Set([
  'ground/errors.ts',
  'mail/address.ts',
  'merchants/merchant.ts',
  'charges/charge.ts',
  'charges/charge-request.ts',
  'charges/notice-schema.ts',
  'charges/payment-notice.ts',
  'charges/card-processor.ts',
  'charges/card-testing.ts',
  'charges/card-brands.ts',
  'charges/card-number-text.ts',
  'checkout/card-input.ts',
  'checkout/payer-document.ts',
]);
const isPure = (path: string): boolean => pureFiles.has(path) || within(path, 'money');
/** Describes data, touches nothing. */
const purePackages = new Set(['typebox']);

/** Folders whose subfolders are adapters to the outside world: the port they serve, and who lists them. */
const adapterFamilies: Record<string, { port: string; registry: string }> = {
  processors: { port: 'charges/card-processor.ts', registry: 'processors/registry.ts' },
};
const registries = Object.values(adapterFamilies).map(({ registry }) => registry);

/** The folder of the adapter that a file is part of, e.g. `processors/sandbox`. */
function adapterOf(path: string): string | null {
  const [family = '', name, ...rest] = path.split('/');
  return Object.hasOwn(adapterFamilies, family) && rest.length > 0 ? `${family}/${name}` : null;
}

/** Where use-cases live. Of a feature only the routes, the pages and who finds out who is asking know HTTP. */
const features = [
  'charges',
  'merchants',
  'ledger',
  'webhooks',
  'mail',
  'rates',
  'crypto-orders',
  'payouts',
  'sweeps',
  'custody',
  'lookup',
];
const isUseCase = (path: string): boolean =>
  within(path, ...features) && !/(routes|authenticate)\.ts$/.test(path);

describe('the source', () => {
  test('is found, with its imports', () => {
    expect(files).toContain('charges/create-charge.ts');
    expect(imports).toContainEqual({ from: 'charges/create-charge.ts', to: 'db/batch.ts' });
    expect(imports).toContainEqual({ from: 'http/server.ts', to: 'fastify' });
    for (const path of pureFiles) expect(files).toContain(path);
  });

  test('lies in rooms that have their place in the order', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...rooms].sort());
  });

  test('takes advisory locks by their list alone, where no two can mean the same number', () => {
    const taking = files.filter((path) =>
      /pg_(?:try_)?advisory/.test(readFileSync(join(sourceFolder, path), 'utf8')),
    );
    expect(taking).toEqual(['db/locks.ts']);
  });
});

describe('imports', () => {
  test('lead to rooms below only', () => {
    const isBelow = ({ from, to }: Import): boolean =>
      !isFile(to) || roomOf(to) === roomOf(from) || floorOf(to) < floorOf(from);
    expect(broken(() => true, isBelow)).toEqual([]);
  });

  test('of pure files lead to pure files only', () => {
    expect(broken(isPure, ({ to }) => isPure(to) || purePackages.has(to))).toEqual([]);
  });

  test('of use-cases and stores lead neither to a page nor to the sandbox nor to an adapter', () => {
    const forbidden = (to: string): boolean =>
      within(to, 'checkout', 'dashboard', 'sandbox') || adapterOf(to) !== null;
    expect(broken(isUseCase, ({ to }) => !forbidden(to))).toEqual([]);
  });

  test('of use-cases and stores lead to Fastify by no way round', () => {
    const ways = files.filter(isUseCase).map((file) => wayTo(file, (to) => /^@?fastify(\/|$)/.test(to)));
    expect(ways.filter((way) => way !== null)).toEqual([]);
  });

  test('of an adapter lead to its own folder, its port, money and packages only', () => {
    const allowed = ({ from, to }: Import): boolean =>
      !isFile(to) ||
      adapterOf(to) === adapterOf(from) ||
      within(to, 'money') ||
      adapterFamilies[from.split('/')[0] ?? '']?.port === to;
    expect(broken((from) => adapterOf(from) !== null, allowed)).toEqual([]);
  });

  test('of an adapter stand in its own folder and in the registry only', () => {
    const allowed = ({ from, to }: Import): boolean =>
      adapterOf(to) === null || adapterOf(to) === adapterOf(from) || registries.includes(from);
    expect(broken(() => true, allowed)).toEqual([]);
  });

  test('of a registry stand where the parts are put together only', () => {
    expect(
      broken(
        (from) => !within(from, 'compose'),
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
    const handlesKeys = (to: string): boolean => within(to, 'signers') && to !== 'signers/signer-config.ts';
    const mayHandle = (from: string): boolean =>
      within(from, 'signers', 'cli', 'sandbox', 'sweeps') || from === 'compose/compose-payouts.ts';
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
        ({ to }) => !/^\.\.\/test\/|\.test\.ts$|(^|\/)contract-world\.ts$/.test(to),
      ),
    ).toEqual([]);
  });

  test('of packages name those that a server without the tools for tests has', () => {
    const installed = (to: string): boolean =>
      to.startsWith('node:') || dependencies.some((name) => to === name || to.startsWith(`${name}/`));
    expect(
      broken(
        () => true,
        ({ to }) => isFile(to) || to.endsWith('.json') || installed(to),
      ),
    ).toEqual([]);
  });

  test('of the command line stand in the command line only', () => {
    expect(
      broken(
        (from) => !within(from, 'cli'),
        ({ to }) => !within(to, 'cli'),
      ),
    ).toEqual([]);
  });
});

/** Packages that are loaded with a file, before anything in it runs; types and what is loaded later do not count. */
function loadedWith(start: string): string[] {
  const statics =
    /(?:^|\n)(?:import|export)\b(?!\s+type\b)([^;'"]*?)from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'/g;
  const seen = new Set([start]);
  const packages = new Set<string>();
  for (const path of seen) {
    for (const [, names = '', from, bare] of readFileSync(join(sourceFolder, path), 'utf8').matchAll(
      statics,
    )) {
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
    expect(loadedWith('cli/main.ts')).toEqual(['pg']);
  });

  test.each(['merchants', 'merchants-set', 'keys', 'webhooks', 'events', 'ledger', 'secrets', 'migrate'])(
    '%s loads nothing beside it',
    (name) => {
      expect(loadedWith(`cli/${name}.ts`).filter((each) => each !== 'pg')).toEqual([]);
    },
  );

  test('none loads what dials out or checks requests before it runs', () => {
    const commandFiles = files.filter((file) => within(file, 'cli'));
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
    const late = ['cli/open-chains.ts'];
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
