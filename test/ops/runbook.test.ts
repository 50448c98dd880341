import { expect, test } from 'vitest';
import { type AlarmRule, alarmRules, raisedCodes } from '../../src/accounts/alarms/alarm-list.ts';
import { loadCommands } from '../../src/surfaces/cli/commands.ts';
import { documents, textOf } from '../kit/documents.ts';

/** The operator's pages agree with the alarms, the commands and the settings that they describe. */

/** The text under each heading of a page. */
const sectionsOf = (page: string): Map<string, string> =>
  new Map(
    textOf(page)
      .split(/^#{2,3} /m)
      .slice(1)
      .map((section) => {
        const end = section.indexOf('\n');
        return [section.slice(0, end), section.slice(end).trim()] as const;
      }),
  );

/** Card cases are covered by the paragraph of their rule. */
const mailedCodes = raisedCodes.filter((code) => code !== 'card_cases');

test('every alarm has its paragraph, and no other does', () => {
  const sections = sectionsOf('docs/operate/alarms.md');
  const rules: readonly AlarmRule[] = alarmRules;
  const headings = new Set([...rules.map(({ alert, runbook }) => runbook ?? alert), ...mailedCodes]);
  for (const heading of headings)
    expect([heading, sections.get(heading)]).toEqual([heading, expect.stringMatching(/\S/)]);
  const told = [...sections.keys()].filter((heading) => /^Pasarela|^[a-z]+(_[a-z]+)*$/.test(heading));
  expect(told.toSorted()).toEqual([...headings].toSorted());
});

test('every command that is named exists, with its options', async () => {
  const commands = await loadCommands();
  const pages = documents.filter((path) => /^README|^docs\/(integrate|operate)\//.test(path)).map(textOf);
  const spoken = [...pages.join('\n').matchAll(/(npx pasarela|pasarela:local pasarela) ([^`\n|]+)/g)].map(
    ([, , words = '']) => words,
  );
  expect(spoken.length).toBeGreaterThan(75);
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
  const rotation = sectionsOf('docs/operate/secrets.md').get('Rotating secrets') ?? '';
  const settings = [...textOf('docs/operate/configuration.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const secret = /SECRET|TOKEN|PASSPHRASE|_KEY|_CERT|_CA$|SIGNER_URL|DATABASE_URL|SMTP_URL|FULL_NODE/;
  const secrets = settings.filter((name) => secret.test(name));
  expect(secrets.length).toBeGreaterThan(12);
  for (const name of secrets) expect([name, rotation.includes(`\`${name}\``)]).toEqual([name, true]);
  expect(rotation).toContain('`…_RPC_URLS`');
});
