import { userInfo } from 'node:os';
import { type Input, type Option, UsageError } from './command.ts';

/** Who does what bears on money. */
export const byOption: Option = {
  kind: 'text',
  value: '<person>',
  help: 'who you are, by name or e-mail; kept in the audit log',
  required: true,
};

/** The same where it need not be given: the audit log then names the user of this machine. */
export const optionalByOption: Option = {
  kind: 'text',
  value: '<person>',
  help: 'who you are, for the audit log; if absent, the user of this machine',
};

const maxLength = 100;

export function readPerson(input: Input): string {
  return input.isGiven('by') ? readLine(input, 'by') : `user ${userName()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number and no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** Text of one line that says something. */
export function readLine(input: Input, option: string): string {
  const text = (input.text(option) ?? '').trim().replace(/\s+/g, ' ');
  const isClean = !/\p{Cc}/u.test(text);
  if (text !== '' && text.length <= maxLength * (option === 'by' ? 1 : 10) && isClean) return text;
  throw new UsageError([`--${option}: must be given in a few words.`]);
}
