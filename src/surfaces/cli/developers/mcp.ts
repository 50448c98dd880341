import { readFile, stat } from 'node:fs/promises';
import { version } from '../../../base/ground/version.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { openAccount, urlOption } from './account.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  summary:
    "Give an AI agent tools for a merchant's payments (Model Context Protocol, on standard input and output)",
  operands: [],
  options: {
    'key-file': {
      kind: 'text',
      value: '<path>',
      help: 'a file with the API key, in place of PASARELA_API_KEY; only its owner may read it',
    },
    url: urlOption,
  },
  needs: 'environment',
  async run({ env, progress }, input) {
    const account = await openAccount(await withKey(env, input), input.text('url'));
    const [{ agentRights }, { serveAgent }] = await Promise.all([
      import('../../mcp/agent-rights.ts'),
      import('../../mcp/serve-agent.ts'),
    ]);
    const rights = await agentRights(account);
    if ('refusal' in rights) throw new UsageError(rights.refusal);
    progress(`Serving an agent of ${rights.merchantName} at ${account.baseUrl}.`);
    await serveAgent(account, rights, version);
    return { json: null, text: '' };
  },
};

/** The environment with the key of the file. */
async function withKey(
  env: Readonly<Record<string, string | undefined>>,
  input: Input,
): Promise<Readonly<Record<string, string | undefined>>> {
  const path = input.text('key-file');
  if (path === undefined) return env;
  const { mode } = await stat(path).catch(() => {
    throw new UsageError([`--key-file: ${path} cannot be read.`]);
  });
  if ((mode & 0o077) !== 0) throw new UsageError([`--key-file: others can read ${path}: chmod 600 ${path}`]);
  return { ...env, PASARELA_API_KEY: (await readFile(path, 'utf8')).trim() };
}
