import { changeMerchant } from '../../../accounts/merchants/change-merchant.ts';
import type { MerchantEdit } from '../../../accounts/merchants/merchant-edit.ts';
import type { BoundsEdit, MethodEdit } from '../../../accounts/merchants/method-edit.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { optionalByOption } from '../person.ts';
import { codes, profileOptions, readProfile } from './merchant-options.ts';
import { payoutOptions, readChoice, readPayoutEdit, readWholeOrNaN } from './merchant-payout-options.ts';
import { describeMerchant, merchantJson } from './merchant-text.ts';

export const setMerchant: Command = {
  name: 'merchants set',
  summary: 'Change settings of a merchant; all of them or none',
  operands: ['<merchant>'],
  options: {
    ...profileOptions,
    'no-webhook-url': { kind: 'flag', help: 'have no webhook URL' },
    'return-url': {
      kind: 'text',
      value: '<url>',
      help: 'where customers go back to from the crypto page when the order does not say, or none',
      field: 'returnUrl',
    },
    receipts: {
      kind: 'text',
      value: '<how>',
      help: 'whether customers get receipts by mail: on or off',
    },
    'statement-descriptor': {
      kind: 'text',
      value: '<text>',
      help: "what the statements of customers' cards say, 2 to 22 characters; or none",
      field: 'statementDescriptor',
    },
    'support-email': {
      kind: 'text',
      value: '<address>',
      help: 'where customers can write, shown on every page; or none',
      field: 'supportEmail',
    },
    'support-url': {
      kind: 'text',
      value: '<url>',
      help: 'help page, linked on every page; or none',
      field: 'supportUrl',
    },
    'terms-url': {
      kind: 'text',
      value: '<url>',
      help: 'page with the terms, linked on every page and mail; or none',
      field: 'termsUrl',
    },
    'brand-color': {
      kind: 'text',
      value: '<color>',
      help: 'color of its pages and mails, such as #0b6b4f; or none',
      field: 'brandColor',
    },
    'card-fee-bps': {
      kind: 'text',
      value: '<number>',
      help: 'fee on an approved card charge, in hundredths of a percent',
      field: 'cardFeeBasisPoints',
    },
    'crypto-fee-bps': {
      kind: 'text',
      value: '<number>',
      help: 'fee on crypto orders, in hundredths of a percent',
      field: 'cryptoFeeBasisPoints',
    },
    'crypto-credentials': {
      kind: 'text',
      value: '<how>',
      help: 'whether crypto orders need credentials: required or optional',
    },
    'requests-per-10s': {
      kind: 'text',
      value: '<number>',
      help: 'API requests it may make in ten seconds; default: the limit of the installation',
      field: 'requestsPerTenSeconds',
    },
    ...payoutOptions,
    by: optionalByOption,
    method: {
      kind: 'text',
      value: '<code>',
      help: 'payment method to set, e.g. CARDS: where, or its bounds',
      field: 'methodCode',
    },
    'add-method': {
      kind: 'text',
      value: '<code>',
      help: 'payment method to open in further countries and currencies',
      field: 'methodCode',
    },
    'remove-method': {
      kind: 'text',
      value: '<code>',
      help: 'payment method to take away',
      field: 'methodCode',
    },
    countries: { kind: 'list', value: '<codes>', help: 'with a method: its countries, or all' },
    currencies: { kind: 'list', value: '<codes>', help: 'with a method: its currencies, or all' },
    currency: {
      kind: 'text',
      value: '<code>',
      help: 'with a method: the currency that --min and --max are in',
    },
    min: { kind: 'text', value: '<amount>', help: 'least amount of a charge, or default' },
    max: { kind: 'text', value: '<amount>', help: 'greatest amount of a charge, or default' },
  },
  writes: 'acts',
  needs: 'installation',
  async run(context, input) {
    const [merchantId = ''] = input.operands;
    const merchant = await changeMerchant(context, merchantId, readEdit(input), await input.by());
    return { json: merchantJson(merchant), text: describeMerchant(merchant) };
  },
};

function readEdit(input: Input): MerchantEdit {
  const faults: string[] = [];
  if (input.flag('no-webhook-url') && input.text('webhook-url') !== undefined) {
    faults.push('--webhook-url and --no-webhook-url exclude each other.');
  }
  const returnUrl = input.text('return-url');
  const receipts = readChoice(input, 'receipts', { on: true, off: false }, faults);
  const fee = input.text('card-fee-bps');
  const cryptoFee = input.text('crypto-fee-bps');
  const credentials = input.text('crypto-credentials');
  if (credentials !== undefined && !['required', 'optional'].includes(credentials)) {
    faults.push(`--crypto-credentials: given "${credentials}", expected required or optional.`);
  }
  const requests = input.text('requests-per-10s');
  const descriptor = input.text('statement-descriptor');
  const supportEmail = input.text('support-email');
  const supportUrl = input.text('support-url');
  const termsUrl = input.text('terms-url');
  const brandColor = input.text('brand-color');
  const method = readMethodEdit(input, faults);
  const edit: MerchantEdit = {
    ...readProfile(input),
    ...(input.flag('no-webhook-url') && { webhookUrl: null }),
    ...(returnUrl !== undefined && { returnUrl: returnUrl === 'none' ? null : returnUrl }),
    ...(receipts !== undefined && { receipts }),
    ...(fee !== undefined && { cardFeeBasisPoints: readWholeOrNaN(fee) }),
    ...(cryptoFee !== undefined && { cryptoFeeBasisPoints: readWholeOrNaN(cryptoFee) }),
    ...(credentials !== undefined && { cryptoCredentialsRequired: credentials === 'required' }),
    ...(requests !== undefined && {
      requestsPerTenSeconds: requests === 'default' ? null : readWholeOrNaN(requests),
    }),
    ...(descriptor !== undefined && { statementDescriptor: descriptor === 'none' ? null : descriptor }),
    ...(supportEmail !== undefined && { supportEmail: supportEmail === 'none' ? null : supportEmail }),
    ...(supportUrl !== undefined && { supportUrl: supportUrl === 'none' ? null : supportUrl }),
    ...(termsUrl !== undefined && { termsUrl: termsUrl === 'none' ? null : termsUrl }),
    ...(brandColor !== undefined && { brandColor: brandColor === 'none' ? null : brandColor }),
    ...readPayoutEdit(input, faults),
    ...(method && { method }),
  };
  if (Object.keys(edit).length === 0 && faults.length === 0) {
    faults.push('Nothing to change is given: pasarela merchants set --help lists what can be.');
  }
  if (faults.length > 0) throw new UsageError(faults);
  return edit;
}

function readMethodEdit(input: Input, faults: string[]): MethodEdit | null {
  const acts = { method: 'set', 'add-method': 'add', 'remove-method': 'remove' } as const;
  const given = Object.entries(acts).flatMap(([option, act]) => {
    const methodCode = input.text(option)?.toUpperCase();
    return methodCode === undefined ? [] : [{ methodCode, act }];
  });
  const details = ['countries', 'currencies', 'currency', 'min', 'max'].filter(input.isGiven);
  const [named] = given;
  if (given.length > 1) faults.push('Only one of --method, --add-method and --remove-method can be given.');
  if (details.length > 0 && (!named || named.act === 'remove')) {
    faults.push(`--${details.join(', --')}: give the method with --method or --add-method.`);
  }
  if (!named) return null;
  const countries = codes(input, 'countries');
  const currencies = codes(input, 'currencies');
  const bounds = readBoundsEdit(input, faults);
  return {
    ...named,
    ...(countries && { countries }),
    ...(currencies && { currencies }),
    ...(bounds && { bounds }),
  };
}

function readBoundsEdit(input: Input, faults: string[]): BoundsEdit | null {
  const min = input.text('min');
  const max = input.text('max');
  const currency = input.text('currency')?.toUpperCase();
  if (currency === undefined) {
    if (min !== undefined || max !== undefined) faults.push('--min and --max need their --currency.');
    return null;
  }
  return {
    currency,
    ...(min !== undefined && { min: min === 'default' ? null : min }),
    ...(max !== undefined && { max: max === 'default' ? null : max }),
  };
}
