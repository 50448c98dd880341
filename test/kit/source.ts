import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The source as text, for tests that check the rules of the architecture. */

const sourceFolder = fileURLToPath(new URL('../../src/', import.meta.url));

/** The wings of src/ from the ground up, each with its rooms. A wing or a room may import only those before it. */
export const wings: Readonly<Record<string, readonly string[]>> = {
  base: ['money', 'texts', 'ground', 'pdf', 'db', 'worker', 'egress', 'http'],
  chain: ['chains', 'wallets', 'rates', 'signers'],
  accounts: ['methods', 'audit', 'mail', 'alarms', 'ledger', 'merchants', 'people', 'dashboard-kit'],
  events: ['outbox', 'notifications', 'webhooks'],
  payments: ['charges', 'processors'],
  crypto: ['orders', 'deposits', 'sending', 'payouts', 'sweeps', 'custody'],
  commerce: ['payment-list', 'payment-links', 'settlements', 'installation', 'reports'],
  config: [],
  surfaces: [
    'crypto-api',
    'lookup',
    'dashboard',
    'checkout',
    'openapi',
    'guides',
    'metrics',
    'operator',
    'doctor',
    'mcp',
    'cli',
  ],
  sandbox: [],
  compose: [],
  'main.ts': [],
};

/** Production code, without tests. Paths are relative to src/, e.g. `payments/charges/store.ts`. */
export const files = readdirSync(sourceFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .sort();

const texts = new Map(files.map((path) => [path, readFileSync(join(sourceFolder, path), 'utf8')]));

export function textOf(path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`src/${path} is not there`);
  return text;
}

/** Without comments, which may name what the code must not do. */
export function codeOf(path: string): string {
  return textOf(path).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '');
}

export interface Import {
  from: string;
  /** A path like `from`, or the name of a package. */
  to: string;
}

/** Types count as well: a file knows what it names. */
const importPattern =
  /(?:^|\n)(?:import|export)\b[^;'"]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s*'([^']+)'/g;

export const imports: readonly Import[] = files.flatMap((from) =>
  [...textOf(from).matchAll(importPattern)].map(([, named, dynamic, bare]) => {
    const target = named ?? dynamic ?? bare ?? '';
    return { from, to: target.startsWith('.') ? join(dirname(from), target) : target };
  }),
);

export const within = (path: string, ...folders: string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));
export const isFile = (to: string): boolean => to.endsWith('.ts');
export const wingOf = (path: string): string => path.split('/')[0] ?? '';
/** The room of a file, e.g. `payments/charges`; a wing without rooms is one room. */
export function roomOf(path: string): string {
  const [wing = '', room = ''] = path.split('/');
  return wings[wing]?.length === 0 ? wing : `${wing}/${room}`;
}

/** The imports that break a rule, in a form that names the file. */
export function broken(applies: (from: string) => boolean, allowed: (imported: Import) => boolean): string[] {
  return imports
    .filter((imported) => applies(imported.from) && !allowed(imported))
    .map(({ from, to }) => `src/${from} imports ${isFile(to) ? `src/${to}` : to}`);
}

const importsOf = Map.groupBy(imports, ({ from }) => from);

/** The shortest chain of imports from a file to a match, which may be the file itself, or null. */
export function wayTo(start: string, found: (to: string) => boolean): string | null {
  const ways = new Map<string, string>();
  const follow = (path: string, way: string): void => {
    for (const { to } of importsOf.get(path) ?? []) if (!ways.has(to)) ways.set(to, `${way} → ${to}`);
  };
  follow(start, start);
  for (const [path, way] of ways) {
    if (found(path)) return way;
    follow(path, way);
  }
  return null;
}

/** Files that import themselves indirectly. */
export function circles(): string[] {
  // Removes files whose imports are all removed already, as they are in no cycle; the remaining ones lead into one.
  const left = new Set(files);
  for (let before = 0; before !== left.size; ) {
    before = left.size;
    for (const file of left) {
      if (!(importsOf.get(file) ?? []).some(({ to }) => left.has(to))) left.delete(file);
    }
  }
  return [...left].map((file) => wayTo(file, (to) => to === file)).filter((way) => way !== null);
}
