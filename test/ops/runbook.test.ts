import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AlarmRule, alarmRules, raisedCodes } from '../../src/accounts/alarms/alarm-list.ts';
import { loadCommands } from '../../src/surfaces/cli/commands.ts';

/** The runbook, held against the alarms, the commands and the settings that it is about. */

const checkout = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(checkout, path), 'utf8');
const runbook = textOf('docs/OPERATE.md');
/** What is said under each heading. */
const sections = new Map(
  runbook
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end), section.slice(end).trim()];
    }),
);

/** Card cases have the paragraph of their rule. */
const mailedCodes = raisedCodes.filter((code) => code !== 'card_cases');

test('every alarm has its paragraph, and no other does', () => {
  const rules: readonly AlarmRule[] = alarmRules;
  const headings = new Set([...rules.map(({ alert, runbook }) => runbook ?? alert), ...mailedCodes]);
  for (const heading of headings)
    expect([heading, sections.get(heading)]).toEqual([heading, expect.stringMatching(/\S/)]);
  const told = [...sections.keys()].filter((heading) => /^Pasarela|^[a-z]+(_[a-z]+)*$/.test(heading));
  expect(told.toSorted()).toEqual([...headings].toSorted());
});

test('every command that is named exists, with its options', async () => {
  const commands = await loadCommands();
  const spoken = [...runbook.matchAll(/(npx pasarela|pasarela:local pasarela) ([^`\n|]+)/g)].map(
    ([, , words = '']) => words,
  );
  expect(spoken.length).toBeGreaterThan(25);
  for (const words of spoken) {
    const command = commands.find(({ name }) => `${words} `.startsWith(`${name} `));
    expect([words, command?.name]).toEqual([words, expect.any(String)]);
    for (const [, option = ''] of words.matchAll(/--([a-z-]+)/g)) {
      expect([words, option in (command?.options ?? {})]).toEqual([words, true]);
    }
    const required = Object.entries(command?.options ?? {}).filter(([, { required }]) => required);
    for (const [option] of required) expect(words).toContain(`--${option}`);
  }
});

test('every setting that is a secret, or leads to one, says how it is rotated', () => {
  const rotation = sections.get('Rotating secrets') ?? '';
  const settings = [...textOf('README.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const secret = /SECRET|TOKEN|PASSPHRASE|_KEY|_CERT|_CA$|SIGNER_URL|DATABASE_URL|SMTP_URL|FULL_NODE/;
  const secrets = settings.filter((name) => secret.test(name));
  expect(secrets.length).toBeGreaterThan(12);
  for (const name of secrets) expect([name, rotation.includes(`\`${name}\``)]).toEqual([name, true]);
  expect(rotation).toContain('`…_RPC_URLS`');
});

test('every link leads somewhere', () => {
  for (const [, target = ''] of runbook.matchAll(/\]\(([^)]+)\)/g)) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? 'docs/OPERATE.md' : join('docs', path);
    expect([target, existsSync(join(checkout, file))]).toEqual([target, true]);
    if (anchor === undefined) continue;
    const anchors = [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(anchors).toContain(anchor);
  }
});
