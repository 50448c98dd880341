import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Input, type Option, UsageError } from './command.ts';

/** For input that is too long to type, or must not show in a list of processes. */
export function fromOption(what: string): Option {
  return { kind: 'text', value: '<path>', help: `the file with ${what}; - or absent: standard input` };
}

export async function readGiven(input: Input): Promise<string> {
  const path = input.text('from') ?? '-';
  if (path === '-') return await text(process.stdin);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError([`--from: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`]);
  }
}
