import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Everything that the security pages name exists. */

const threats = readFileSync('docs/operate/security/threat-model.md', 'utf8');
const asvs = readFileSync('docs/operate/security/asvs.md', 'utf8');

test.each([
  ['docs/operate/security/threat-model.md', threats],
  ['docs/operate/security/asvs.md', asvs],
])('every file that %s names exists', (_page, text) => {
  const named = [...text.matchAll(/`((?:src|test|web|docs|scripts)\/[\w./-]+|[A-Z]+\.md)`/g)];
  expect(named.length).toBeGreaterThan(30);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([]);
});

test('every attack names a test, and every test that is named exists', () => {
  const rows = threats.split('## Attacks')[1]?.split('## ')[0]?.split('\n') ?? [];
  const attacks = rows.filter((row) => row.startsWith('| ')).slice(1);
  expect(attacks.length).toBeGreaterThan(30);
  for (const row of attacks) expect(row.split(' | ').at(-1)).toMatch(/`(?:src|test)\/[\w./-]+\.test\.ts`/);
  const named = [...threats.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)];
  const missing = named.filter(([, path = '', name = '']) => !readFileSync(path, 'utf8').includes(name));
  expect(missing.map(([, path, name]) => `${path}: ${name}`)).toEqual([]);
});

test('every requirement of levels 1 and 2 has one row and a plain verdict, and the sums are right', () => {
  const rows = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \| [12] \| [^|]+ \| ([^|]+) \| [^|]+ \|$/gm)];
  expect(new Set(rows.map(([, id]) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
  const counts = new Map<string, number>();
  for (const [, , verdict = ''] of rows) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const told = [...asvs.matchAll(/^\| (met|partly|operator|not met|does not apply) \| (\d+) \|/gm)];
  expect(new Map(told.map(([, verdict = '', count]) => [verdict, Number(count)]))).toEqual(counts);
});
