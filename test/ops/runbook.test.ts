import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCommands } from '../../src/cli/commands.ts';
import { codeOf } from '../kit/source.ts';

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

test('every alarm of Prometheus has its paragraph, and no other does', () => {
  const { groups } = parse(textOf('ops/prometheus-alerts.yml')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.length).toBeGreaterThan(15);
  for (const alert of alerts)
    expect([alert, sections.get(alert)]).toEqual([alert, expect.stringMatching(/\S/)]);
  const told = [...sections.keys()].filter((heading) => heading.startsWith('Pasarela'));
  expect(told.toSorted()).toEqual(alerts.toSorted());
});

test('every alarm that is mailed has its paragraph, and no other does', () => {
  const fixed = /type AlarmCode =([^;]*);/.exec(codeOf('alarms/alarms.ts'))?.[1] ?? '';
  const texts = /const texts[^=]*= \{\n(.*?)\n\};/s.exec(codeOf('payouts/tell-waits.ts'))?.[1] ?? '';
  const codes = [
    ...[...fixed.matchAll(/'(\w+)'/g)].map(([, code = '']) => code),
    ...[...texts.matchAll(/^ {2}(\w+): \{/gm)].map(([, reason]) => `payouts_${reason}`),
  ];
  expect(codes.length).toBeGreaterThan(10);
  const told = [...sections.keys()].filter((heading) => /^[a-z]+(_[a-z]+)*$/.test(heading));
  expect(told.toSorted()).toEqual(codes.toSorted());
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
