import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakingMark } from '../src/base/db/schema/migrate.ts';

/**
 * During a rolling upgrade a new version runs beside the previous one, and both write to the migrated schema. Therefore
 * a migration only adds (docs/operate/scale.md, "Rolling upgrade"), or its header says that it does not: `-- breaking:
 * <why>`.
 */

const folder = join(import.meta.dirname, '../migrations');
/** Up to this one, migrations ran while all processes were stopped for an upgrade. */
const lastOfOld = '0032';

/** Tables so small that creating an index takes a moment, whatever is written meanwhile. */
const small = new Set(['merchants', 'api_keys']);

/** The statements of a migration that would break or block the previous version. */
function faultsOf(text: string): string[] {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim());
  const made = new Set(statements.flatMap((statement) => tableMadeBy(statement) ?? []));
  return statements.flatMap((statement) => faultsOfStatement(statement, made));
}

function tableMadeBy(statement: string): string | null {
  return /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(statement)?.[1] ?? null;
}

function faultsOfStatement(statement: string, made: Set<string>): string[] {
  if (/^(?:DROP (?!INDEX)|TRUNCATE|LOCK )/i.test(statement)) return [statement];
  const [, index, concurrently, of = ''] =
    /^CREATE (UNIQUE )?INDEX (CONCURRENTLY )?.*?\bON (?:ONLY )?([\w.]+)/i.exec(statement) ?? [];
  if (of !== '' && !made.has(of)) {
    // The previous version still writes meanwhile, and may insert duplicates that a unique index would refuse.
    return index !== undefined || (concurrently === undefined && !small.has(of)) ? [statement] : [];
  }
  const [, altered = '', actions = ''] =
    /^ALTER TABLE (?:IF EXISTS |ONLY )*([\w.]+) (.*)$/i.exec(statement) ?? [];
  if (altered === '') return /^ALTER .*\b(?:RENAME|SET SCHEMA)\b/i.test(statement) ? [statement] : [];
  return made.has(altered) ? [] : actionsOf(actions).filter(isBreaking);
}

/** The actions of an ALTER TABLE: splits at commas outside brackets. */
function actionsOf(text: string): string[] {
  let depth = 0;
  let parts = [''];
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts = [...parts, ''];
    else parts.push((parts.pop() ?? '') + letter);
  }
  return parts.map((part) => part.trim());
}

const isBreaking = (action: string): boolean =>
  [
    /^(?:RENAME|SET SCHEMA)\b/i,
    /^DROP (?!CONSTRAINT\b)/i,
    /^ALTER .*\b(?:SET NOT NULL|TYPE|DROP DEFAULT)\b/i,
    /^ADD (?:COLUMN )?(?!CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b|EXCLUDE\b)(?=.*\bNOT NULL\b)(?!.*\b(?:DEFAULT|GENERATED)\b)/i,
    /^ADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY|EXCLUDE)\b(?!.*USING INDEX)/i,
    /^ADD (?:CONSTRAINT \w+ )?(?:CHECK|FOREIGN)\b(?!.*NOT VALID)/i,
  ].some((pattern) => pattern.test(action));

describe('a migration', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > `${lastOfOld}_~`);

  test('was made after those of old', () => {
    expect(names).toContain('0040_request_counts.sql');
  });

  test.each(names)('%s only adds, or says that it does not', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!breakingMark.test(text)) expect(faultsOf(text)).toEqual([]);
  });
});

describe('what would fail the version before is seen:', () => {
  test.each([
    'DROP TABLE a',
    'DROP TRIGGER b ON a',
    'TRUNCATE a',
    'ALTER TABLE a DROP COLUMN b',
    'ALTER TABLE a DROP b',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a RENAME TO b',
    'ALTER TYPE a RENAME TO b',
    'ALTER TABLE a ADD COLUMN b int NOT NULL',
    'ALTER TABLE a ADD COLUMN b int, ADD COLUMN c numeric(5, 2) NOT NULL',
    'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
    'ALTER TABLE a ALTER b DROP DEFAULT',
    'ALTER TABLE a ALTER COLUMN b TYPE smallint',
    "ALTER TABLE a ADD CONSTRAINT b CHECK (c IN ('d', 'e'))",
    'ALTER TABLE a ADD CHECK (c > 0)',
    'ALTER TABLE a ADD CONSTRAINT b FOREIGN KEY (c) REFERENCES d (e)',
    'ALTER TABLE a ADD UNIQUE (b)',
    'CREATE INDEX b ON a (c)',
    'CREATE UNIQUE INDEX CONCURRENTLY b ON a (c)',
  ])('%s', (statement) => {
    expect(faultsOf(`-- About a.\n${statement};\n`)).toHaveLength(1);
  });
});

describe('what only adds is let through:', () => {
  test.each([
    'CREATE TABLE a (b int NOT NULL CHECK (b > 0)); CREATE UNIQUE INDEX c ON a (b); ALTER TABLE a ADD UNIQUE (b)',
    "ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT 'DROP TABLE c; it''s' CHECK (b IN ('c', 'd')), ADD COLUMN e int",
    'ALTER TABLE a DROP CONSTRAINT b; ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0) NOT VALID',
    'ALTER TABLE a VALIDATE CONSTRAINT b',
    'DROP INDEX CONCURRENTLY IF EXISTS b; CREATE INDEX CONCURRENTLY b ON a (c)',
    'ALTER TABLE a ADD CONSTRAINT b UNIQUE USING INDEX c',
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL, ALTER COLUMN c SET DEFAULT 1',
    'CREATE OR REPLACE FUNCTION a() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE b; END $$',
    'INSERT INTO a VALUES (1)',
  ])('%s', (text) => {
    expect(faultsOf(`${text};\n`)).toEqual([]);
  });
});
