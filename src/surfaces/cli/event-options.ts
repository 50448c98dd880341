import { type Input, type Option, UsageError } from './command.ts';

/** The options that select events, to list them or to send them again. */
export const eventFilterOptions = {
  'delivery-status': {
    kind: 'text',
    value: '<status>',
    help: 'pending, delivered, undeliverable or no_endpoint',
    field: 'delivery_status',
  },
  status: { kind: 'text', value: '<status>', help: 'what the event tells: approved, refunded, …' },
  reference: { kind: 'text', value: '<reference>', help: 'the transaction it tells of' },
  endpoint: { kind: 'text', value: '<id>', help: 'a further webhook endpoint, or "all" of them' },
  from: { kind: 'text', value: '<time>', help: 'created at or after, in ISO 8601', field: 'created_from' },
  to: { kind: 'text', value: '<time>', help: 'created before, in ISO 8601', field: 'created_to' },
} as const satisfies Record<string, Option>;

/** The filter in the API's form, with only the given fields. */
export function readFilterFields(input: Input): Record<string, string> {
  const given: [string, string][] = [];
  for (const [name, option] of Object.entries<Option>(eventFilterOptions)) {
    const text = input.text(name);
    if (text !== undefined) given.push([option.field ?? name, text]);
  }
  return Object.fromEntries(given);
}

/** Reads a whole number; the use-case checks its range. */
export function readWhole(input: Input, option: string): number | undefined {
  const text = input.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError([`--${option}: "${text}" is not a whole number.`]);
  return Number(text);
}
