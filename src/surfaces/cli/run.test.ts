import { describe, expect, test } from 'vitest';
import { useCli } from '../../../test/kit/cli.ts';
import { newId } from '../../base/db/ids.ts';
import { loadCommands } from './commands.ts';
import { run } from './run.ts';

const { cli } = useCli();
const commands = await loadCommands();

describe('help', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('%j lists every command', async (argv) => {
    const { exitCode, stdout } = await cli(...argv);
    expect(exitCode).toBe(0);
    const lines = stdout.split('\n').map((line) => line.trim());
    for (const { name, summary } of commands) {
      expect(lines.some((line) => line.startsWith(name) && line.endsWith(summary))).toBe(true);
    }
  });

  test.each(commands.map((command) => [command]))(
    '$name tells its options by --help, whatever else is missing',
    async (command) => {
      const { exitCode, stdout } = await cli(...command.name.split(' '), '--help');
      expect(exitCode).toBe(0);
      for (const option of Object.keys(command.options)) expect(stdout).toContain(`--${option}`);
      expect(await cli('help', ...command.name.split(' '))).toEqual({ exitCode, stdout, stderr: '' });
    },
  );

  test('a noun alone lists its commands', async () => {
    const { stdout } = await cli('help', 'keys');
    expect(stdout).toContain('keys rotate');
    expect(stdout).not.toContain('merchants');
  });
});

test.each([
  [['merchant', 'lst'], 'There is no command "merchant lst". Did you mean merchants list?'],
  [
    ['merchants', 'crate', '--name', 'x'],
    'There is no command "merchants crate". Did you mean merchants create?',
  ],
  [['help', 'legder', 'check'], 'There is no command "legder check". Did you mean ledger check?'],
  [['fly'], 'There is no command "fly". pasarela help lists the commands.'],
  [['keys'], 'keys is followed by one of: issue, list, rotate, revoke.'],
  [['merchants', 'list', '--jsn'], 'There is no option --jsn. Did you mean --json?'],
  [['merchants', 'show'], '<merchant> is missing.'],
  [['merchants', 'show', 'a', 'b'], '"b" is one argument too many.'],
  [['merchants', 'show', 'a'], 'There is no merchant a.'],
  [['keys', 'list', newId()], expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/)],
  [['keys', 'issue', newId()], expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/)],
  [['keys', 'rotate', newId()], expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/)],
  [['merchants', 'disable', newId()], expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/)],
  [
    ['merchants', 'set', newId(), '--name', 'x'],
    expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/),
  ],
  [['webhooks', 'rotate-secret', newId()], expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/)],
  [['ledger', 'balances', newId()], expect.stringMatching(/^There is no merchant [0-9a-f-]+\.$/)],
  [['keys', 'revoke', 'abc'], 'There is no key abc that could be revoked, or it has been revoked before.'],
])('%j is refused in one line', async (argv, line) => {
  const { exitCode, stdout, stderr } = await cli(...argv);
  expect({ exitCode, stdout, stderr: stderr.trimEnd() }).toEqual({ exitCode: 1, stdout: '', stderr: line });
});

test('a database that is away is told in one line without its password', async () => {
  const env = { DATABASE_URL: 'postgres://user:hush@127.0.0.1:1/none' };
  const { exitCode, stderr } = await run(['merchants', 'list'], env);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1 .*\n$/);
  expect(stderr).not.toContain('hush');
});
