import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAskedCode, methods } from '../../src/accounts/methods/methods.ts';
import { eventTypes } from '../../src/events/outbox/event.ts';
import { chargeStatuses } from '../../src/payments/charges/charge.ts';
import { chargeRequestSchema } from '../../src/payments/charges/charge-request.ts';
import { describedCards } from '../../src/sandbox/acquirer/test-cards.ts';
import { call } from '../kit/client.ts';
import { filesOf, textOf } from '../kit/documents.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** What the guides say is what the program does: names, tables, and samples of code. */

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const guides = filesOf('docs/integrate/**/*.md', 'sdk/*/README.md');
const translations = guides.filter((path) => /\/\w\w\/[\w-]+\.md$/.test(path));
const charges = textOf('docs/integrate/charges.md');

let folder: string;
let server: TestServer;
beforeAll(async () => {
  [folder, server] = await Promise.all([mkdtemp(join(tmpdir(), 'pasarela-guides-')), startTestServer()]);
});
afterAll(() => Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]));

/** The names in code in the first column of a table, which begins with this head. */
function firstColumn(text: string, head: string): string[] {
  const table = text.slice(text.indexOf(`\n${head}`) + 1).split('\n\n')[0] ?? '';
  const rows = table.split('\n').slice(2);
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test('the tables about charges name each field, status, method and test card there is', () => {
  expect(firstColumn(charges, '| field |').toSorted()).toEqual(
    Object.keys(chargeRequestSchema.properties).toSorted(),
  );
  expect(firstColumn(charges, '| `status` |').toSorted()).toEqual([...chargeStatuses].toSorted());
  const local = textOf('docs/integrate/local-methods.md');
  const named = [...local.matchAll(/^\| ((?:`\w+`, )*`\w+`) \/ `(\w+)` \|/gm)].flatMap(
    ([, codes = '', category]) => [...codes.matchAll(/\w+/g)].map(([code]) => `${code} ${category}`),
  );
  const there = Object.entries(methods)
    .filter(([code, { way }]) => isAskedCode(code) && way !== 'card' && way !== 'chain')
    .map(([code, { category }]) => `${code} ${category}`);
  expect(named.toSorted()).toEqual(there.toSorted());
  for (const path of guides.filter((guide) => guide.endsWith('/test-data.md'))) {
    const cards = textOf(path).replaceAll(/(?<=\d) (?=\d)/g, '');
    const unnamed = describedCards().filter(({ number }) => !cards.includes(number));
    expect([path, unnamed]).toEqual([path, []]);
  }
});

test('the table of webhooks names each type of event', () => {
  const rows = /\n(\| `eventType` .*?)\n\n/s.exec(textOf('docs/integrate/webhooks.md'))?.[1] ?? '';
  const named = rows
    .split('\n')
    .slice(2)
    .flatMap((row) => {
      const names = [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
      const kind = names[0]?.split('.')[0] ?? '';
      return names.map((name) => (name.startsWith('.') ? kind + name : name));
    });
  expect(named.toSorted()).toEqual([...eventTypes].toSorted());
});

test('every operation that a guide names is one that the server describes, or a play of the sandbox', async () => {
  const { body } = await call(server, 'GET', '/openapi.json');
  const shape = (path: string) => path.replaceAll(/\{\w+\}|<[^>]+>/g, '{}');
  const described = new Set(
    Object.entries(body.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shape(path)}`),
    ),
  );
  const unknown = guides.flatMap((guide) =>
    [...textOf(guide).matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[^`?\s]*)/g)]
      .map(([, method, path = '']) => `${method} ${shape(path)}`)
      .filter((named) => !described.has(named) && !/ \/(sandbox|v1\/api\/authenticate)/.test(named))
      .map((named) => `${guide}: ${named}`),
  );
  expect(unknown).toEqual([]);
  expect(described.size).toBeGreaterThan(40);
});

test.each(['es', 'pt'])('every guide is there in %s', (language) => {
  const there = translations.filter((path) => path.includes(`/${language}/`));
  const english = filesOf('docs/integrate/*.md');
  expect(there.map((path) => path.replace(`/${language}/`, '/'))).toEqual(english);
});

test.each(translations)('%s has the headings, tables, code and names of the English page', (path) => {
  const [here, english] = [path, path.replace(/\/\w\w\/(?=[\w-]+\.md)/, '/')].map((each) =>
    shapeOf(textOf(each)),
  );
  expect(here).toEqual(english);
});

/** What a translation leaves as it is: blocks, levels of headings, rows, items, and words in code. */
function shapeOf(text: string) {
  const blocks = text.match(/^```.*?^```$/gms) ?? [];
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const count = (pattern: RegExp) => prose.match(pattern)?.length ?? 0;
  return {
    blocks,
    headings: (prose.match(/^#+(?= )/gm) ?? []).map((marks) => marks.length),
    rows: count(/^\|/gm),
    items: count(/^(?:-|\d+\.) /gm),
    code: [...new Set(prose.match(/`[^`\n]+`/g) ?? [])].toSorted(),
  };
}

/** Samples of one language, each with its page. */
function samplesOf(fence: string): { name: string; text: string }[] {
  return guides.flatMap((guide) =>
    [...textOf(guide).matchAll(new RegExp(`^ *\`\`\`${fence}\n(.*?)^ *\`\`\`$`, 'gms'))].map(
      ([, text = ''], at) => ({ name: `${guide.replaceAll(/[/.]/g, '-')}-${at}`, text }),
    ),
  );
}

test('every sample in TypeScript compiles against the client', async () => {
  const samples = samplesOf('ts');
  expect(samples.length).toBeGreaterThan(10);
  await writeFile(join(folder, 'around.d.ts'), around);
  for (const { name, text } of samples) {
    await writeFile(join(folder, `${name}.mts`), `${text}\nexport {};\n`);
  }
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { '@pasarela/client': [join(root, 'sdk/typescript/src/index.ts')] },
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['*.mts', '*.d.ts'] }),
  );
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(stdout).toBe('');
});

/** What a sample's reader has already. */
const around = `
declare const pasarela: import('@pasarela/client').Pasarela;
declare const reference: string;
declare const order: { id: string };
declare function ship(reference: string): Promise<void>;
interface Hook { body: Uint8Array; headers: Record<string, string> }
declare const express: { raw(options: object): unknown };
declare const app: { post(path: string, parser: unknown, handle: (request: Hook, response: { sendStatus(status: number): void }) => Promise<void>): void };
`;

test('every sample in JavaScript, Python and PHP is one that its language can read', async (context) => {
  const has = (program: string) =>
    run(program, ['--version']).then(
      () => true,
      () => false,
    );
  const missing: string[] = [];
  const languages: [fence: string, extension: string, program: string, check: (path: string) => string[]][] =
    [
      ['js', 'mjs', process.execPath, (path) => ['--check', path]],
      [
        'python',
        'py',
        'python3',
        (path) => ['-c', `compile(open("${path}").read(), "sample", "exec", 0x2000)`],
      ],
      ['php', 'php', 'php', (path) => ['-l', path]],
    ];
  for (const [fence, extension, program, check] of languages) {
    if (!(await has(program))) {
      missing.push(program);
      continue;
    }
    const samples = samplesOf(fence);
    expect([fence, samples.length > 0]).toEqual([fence, true]);
    for (const { name, text } of samples) {
      const path = join(folder, `${name}.${extension}`);
      await writeFile(path, text);
      await run(program, check(path)).catch((error) => {
        throw new Error(`${name}: ${error.stdout}${error.stderr}`);
      });
    }
  }
  if (missing.length > 0) context.skip(`not installed on this machine: ${missing.join(', ')}`);
});
