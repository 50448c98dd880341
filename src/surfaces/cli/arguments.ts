import { parseArgs } from 'node:util';
import { type Command, type Input, type Option, UsageError } from './command.ts';
import { didYouMean } from './suggest.ts';

/** The options of every command. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { kind: 'flag', help: 'print the result as JSON' },
  help: { kind: 'flag', help: 'print this help' },
};

/** Parses the arguments of a command; throws one UsageError that lists every fault. */
export function readArguments(command: Command, argv: string[]): Input {
  const options = { ...command.options, ...commonOptions };
  const { values, positionals } = parse(options, argv);
  const faults: string[] = [];
  const all = (name: string): string[] => (values[name] ?? []) as string[];

  for (const [name, option] of Object.entries(options)) {
    if (option.kind === 'text' && all(name).length > 1) faults.push(`--${name} is given more than once.`);
    if (option.required && all(name).length === 0) {
      faults.push(`--${name} ${option.value ?? ''} is missing: ${option.help}.`);
    }
  }
  const missing = command.operands.slice(positionals.length).filter((operand) => operand.startsWith('<'));
  if (missing.length > 0) faults.push(`${missing.join(' ')} is missing.`);
  const takesRest = command.operands.at(-1)?.endsWith('…>') ?? false;
  for (const extra of takesRest ? [] : positionals.slice(command.operands.length)) {
    faults.push(`"${extra}" is one argument too many.`);
  }
  if (faults.length > 0 && values.help !== true) throw new UsageError(faults);

  return {
    operands: positionals,
    text: (name) => all(name)[0],
    list: (name) => (values[name] === undefined ? undefined : all(name).flatMap(splitList)),
    flag: (name) => values[name] === true,
    isGiven: (name) => values[name] !== undefined,
  };
}

function parse(options: Record<string, Option>, argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { kind }]) => [
          name,
          kind === 'flag' ? { type: 'boolean' as const } : { type: 'string' as const, multiple: true },
        ]),
      ),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'(-[^']*)'/.exec(message)?.[1] : undefined;
    if (unknown === undefined) throw new UsageError([message.split('\n', 1)[0] as string]);
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UsageError([`There is no option ${unknown}.${didYouMean(unknown, known)}`]);
  }
}

function splitList(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}
