import type { MerchantEdit } from '../../../accounts/merchants/merchant-edit.ts';
import { languages } from '../../../base/money/language.ts';
import type { Input, Option } from '../command.ts';

/** The options that describe a merchant, new or existing. */
export const profileOptions = {
  name: { kind: 'text', value: '<text>', help: 'name that customers and operators see' },
  email: {
    kind: 'text',
    value: '<address>',
    help: 'contact address, notified of undeliverable webhooks',
    field: 'contactEmail',
  },
  language: { kind: 'text', value: '<code>', help: `language of its mail: ${languages.join(', ')}` },
  'time-zone': {
    kind: 'text',
    value: '<name>',
    help: 'time zone of its mails, such as America/Bogota',
    field: 'timeZone',
  },
  'webhook-url': {
    kind: 'text',
    value: '<url>',
    help: 'where its webhooks go when a charge names no address',
    field: 'webhookUrl',
  },
} as const satisfies Record<string, Option>;

export function readProfile(input: Input): MerchantEdit {
  const name = input.text('name');
  const contactEmail = input.text('email');
  const language = input.text('language');
  const timeZone = input.text('time-zone');
  const webhookUrl = input.text('webhook-url');
  return {
    ...(name !== undefined && { name }),
    ...(contactEmail !== undefined && { contactEmail }),
    ...(language !== undefined && { language }),
    ...(timeZone !== undefined && { timeZone }),
    ...(webhookUrl !== undefined && { webhookUrl }),
  };
}

/** ISO codes in any case; "all" is the empty list, which means every one. */
export function codes(input: Input, option: string): string[] | undefined {
  const given = input.list(option)?.map((code) => code.toUpperCase());
  return given?.length === 1 && given[0] === 'ALL' ? [] : given;
}
