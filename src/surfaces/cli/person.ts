import { isPlainText } from '../../base/ground/plain-text.ts';
import { type Input, type Option, UsageError } from './command.ts';

/** The person, for commands that affect money. */
export const byOption: Option = {
  kind: 'text',
  value: '<account>',
  help: 'your account, by its e-mail; its password or a code of its second factor is asked for',
  required: true,
};

/** The person, if optional: without it the audit log names the user of this machine. */
export const optionalByOption: Option = {
  kind: 'text',
  value: '<account>',
  help: 'your account, as its e-mail; if absent, the audit log names the user of this machine',
};

const maxLength = 1_000;

/** Reads a non-empty text of one line. */
export function readReason(input: Input, option: string): string {
  const text = (input.text(option) ?? '').trim().replace(/\s+/g, ' ');
  if (text !== '' && text.length <= maxLength && isPlainText(text)) return text;
  throw new UsageError([`--${option}: must be given in a few words.`]);
}
