import { commonOptions } from './arguments.ts';
import type { Command, Option } from './command.ts';
import { details } from './format.ts';

export function describeCommands(commands: readonly Command[]): string {
  const lines = details(commands.map((command) => [`  ${usage(command)}`, command.summary]));
  return `Usage: pasarela <command> [options]

${lines}

pasarela <command> --help tells the options of a command. With --json a command prints its result for machines.
It works on the database that DATABASE_URL names, else on the embedded one in DATA_DIR, whether the server
runs or not. A live installation also needs MODE=live and SECRET_KEY, as the server has them.`;
}

export function describeCommand(command: Command): string {
  const options = Object.entries({ ...command.options, ...commonOptions });
  return `Usage: pasarela ${usage(command)} [options]

${command.summary}

${details(options.map(([name, option]) => [`  --${name} ${option.value ?? ''}`.trimEnd(), describeOption(option)]))}`;
}

function usage(command: Command): string {
  return [command.name, ...command.operands].join(' ');
}

function describeOption({ kind, help, required }: Option): string {
  return `${help}${kind === 'list' ? ', separated by commas' : ''}${required ? ' (must be given)' : ''}`;
}
