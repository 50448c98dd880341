import { openDatabase } from '../../base/db/database.ts';
import type { Sql } from '../../base/db/pool.ts';
import { webhookPolicy } from '../../base/egress/guard.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { notifyActivity } from '../../base/worker/activity.ts';
import { openInstallation } from '../../commerce/installation/installation.ts';
import { readArguments } from './arguments.ts';
import { type Ask, askSecret } from './ask-secret.ts';
import { type Command, type Input, type Result, UsageError, type WhoActs } from './command.ts';
import { loadCommands } from './commands.ts';
import { readCommandConfig } from './config.ts';
import { toJson } from './format.ts';
import { describeCommand, describeCommands } from './help.ts';
import { readOnly } from './read-only.ts';
import { machineUser } from './service-user.ts';
import { didYouMean } from './suggest.ts';
import { type WhoActsDeps, whoActs } from './who-acts.ts';

export interface Outcome {
  exitCode: 0 | 1;
  stdout: string;
  stderr: string;
}

/** The URL of a sandbox with default settings. */
const defaultBaseUrl = 'http://127.0.0.1:8080';

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one command line and returns what is printed; it throws nothing. */
export async function run(
  argv: string[],
  env: Record<string, string | undefined>,
  progress: (line: string) => void = () => {},
  ask: Ask = askSecret,
  user = machineUser(),
  print = printLine,
): Promise<Outcome> {
  let called: { command: Command; input: Input } | null = null;
  try {
    const [first = 'help', ...rest] = argv;
    if (['help', '--help', '-h'].includes(first)) return printed(await helpFor(rest));
    const command = await findCommand(argv);
    const input = readArguments(command, argv.slice(command.name.split(' ').length));
    called = { command, input };
    if (input.flag('help')) return printed(describeCommand(command));
    const result = await execute(command, input, env, { progress, print, ask, user });
    const outcome = printed(input.flag('json') ? toJson(result.json) : result.text);
    return result.failed ? { ...outcome, exitCode: 1 } : outcome;
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: `${explain(error, called)}\n` };
  }
}

function printed(text: string): Outcome {
  return { exitCode: 0, stdout: `${text}\n`, stderr: '' };
}

/** Runs the command on its database, which refuses writes unless the command declares them. */
export async function execute(
  command: Command,
  given: Input,
  env: Record<string, string | undefined>,
  {
    progress,
    print = printLine,
    ask,
    user,
  }: Pick<WhoActsDeps, 'progress' | 'user'> & { ask: Ask; print?: (line: string) => void },
): Promise<Result> {
  if (command.needs === 'environment') {
    // Commands and their settings may come from a script; then nobody is there to answer.
    const answers = ask !== askSecret || process.stdin.isTTY;
    return await command.run({ env, ask: answers ? ask : null, print, progress }, { ...given, ...nobodyYet });
  }
  const config = readCommandConfig(env, command.needs);
  const known = (sql: Sql): Promise<WhoActs> => {
    // The key is needed only if an account is named.
    const openSecrets = () => openInstallation(sql, readCommandConfig(env, 'installation'));
    return whoActs({ sql, openSecrets, progress, ask, user }, given);
  };
  if (command.needs === 'folder') {
    return await command.run({ config, progress, whoActs: known }, { ...given, ...nobodyYet });
  }
  const { sql: all, reads, close } = await openDatabase(config, command.distributes ? progress : undefined);
  const sql = command.writes === undefined ? readOnly(all) : all;
  try {
    const input = { ...given, ...(command.writes === 'acts' ? await known(all) : nobodyYet) };
    if (command.needs === 'database') {
      if (!command.mayBeOld) return await command.run({ sql, progress }, input);
      // A report has no time limit.
      return await reads.read(
        (some) => command.run({ sql: readOnly(some), progress }, input),
        Number.POSITIVE_INFINITY,
      );
    }
    if (command.needs === 'networks' || command.needs === 'signer') {
      // Loaded only if needed: it takes as long as all the rest.
      const { openChains } = await import('./crypto/open-chains.ts');
      const { chains, served, close } = await openChains(config);
      try {
        const { sending, signer } = config.payouts;
        return await command.run({ sql, progress, chains, served, sending, signer }, input);
      } finally {
        await close();
      }
    }
    const secrets = await openInstallation(all, config);
    const sandbox = config.mode === 'sandbox';
    if (command.needs === 'cards') {
      const openCards = async () => (await import('./cards/open-cards.ts')).openCards({ sql, secrets }, env);
      return await command.run({ sql, progress, secrets, live: !sandbox, env, openCards }, input);
    }
    const urlPolicy = webhookPolicy(config.mode, config.webhookNetworks);
    const hasSecretKey = config.secretKeys.length > 0;
    const baseUrl = (env.BASE_URL?.trim() || defaultBaseUrl).replace(/\/+$/, '');
    return await command.run({ sql, progress, secrets, hasSecretKey, urlPolicy, baseUrl }, input);
  } finally {
    // Wakes the workers, so that they find queued work at once.
    await notifyActivity(sql).catch(() => {});
    await close();
  }
}

const notAsked = (): never => {
  throw new Error('a command that does not say that it acts asks who does');
};
/** For a command that changes no settings, keys or money. */
const nobodyYet: WhoActs = { by: notAsked, approver: notAsked };

async function findCommand(words: string[]): Promise<Command> {
  const commands = await loadCommands(words[0]);
  const found = commands.find(({ name }) => name.split(' ').every((word, at) => words[at] === word));
  if (found) return found;
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  const names = (group.length > 0 ? group : commands).map(({ name }) => name);
  const typed = words.slice(0, 2).filter((word) => !word.startsWith('-'));
  if (group.length > 0 && typed.length === 1) {
    throw new UsageError([
      `${typed[0]} is followed by one of: ${[...new Set(names.map((name) => name.split(' ')[1]))].join(', ')}.`,
    ]);
  }
  const suggestion = didYouMean(typed.join(' '), names) || ' pasarela help lists the commands.';
  throw new UsageError([`There is no command "${typed.join(' ') || words[0]}".${suggestion}`]);
}

async function helpFor(words: string[]): Promise<string> {
  const commands = await loadCommands(words[0]);
  const group = commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `));
  if (words.length > 0 && group.length === 0) return describeCommand(await findCommand(words));
  const only = group.length === 1 ? group[0] : group.find(({ name }) => name === words.join(' '));
  return only ? describeCommand(only) : describeCommands(words.length > 0 ? group : commands);
}

/** The error's text, one fault per line, with a use-case's fields under the names of their options. */
function explain(error: unknown, called: { command: Command; input: Input } | null): string {
  if (error instanceof PasarelaError && error.fields && called) {
    const { command, input } = called;
    const options = Object.entries(command.options).filter(([name]) => input.isGiven(name));
    return error.fields
      .map(({ field, message }) => {
        const option = options.find(([name, given]) => (given.field ?? name) === field)?.[0];
        return `${option === undefined ? field : `--${option}`}: ${message}`;
      })
      .join('\n');
  }
  const { message, code } = error as NodeJS.ErrnoException;
  return message || `It did not work (${code ?? error}).`;
}
