import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { readReason } from '../src/accounts/dashboard-kit/reason.ts';
import { isMailAddress } from '../src/accounts/mail/address.ts';
import { nameFault } from '../src/accounts/merchants/keys/api-key.ts';
import { defaultSettings, type Merchant } from '../src/accounts/merchants/merchant.ts';
import { editMerchant, type MerchantEdit } from '../src/accounts/merchants/merchant-edit.ts';
import { checkUrl, readWebAddress } from '../src/base/egress/guard.ts';
import { text } from '../src/base/http/request/text.ts';
import { paymentLinkRequestSchema } from '../src/commerce/payment-links/payment-link-request.ts';
import { readConfig } from '../src/config/config.ts';
import { createOrderSchema } from '../src/crypto/orders/order-request.ts';
import { descriptionFaults } from '../src/crypto/payouts/batches/read-batch.ts';
import { readNote } from '../src/crypto/payouts/dashboard-routes.ts';
import { chargeRequestSchema } from '../src/payments/charges/charge-request.ts';
import { readReason as readCliLine } from '../src/surfaces/cli/person.ts';

/**
 * Everything with the Unicode property Bidi_Control, the line and paragraph separators, and some control characters.
 */
const hidden = [
  ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029',
  ...'\u0000\u0007\u001b\u007f\u0085',
];
const shown = ['Café Ñandú', 'مريم العلي', 'שרה לוי 3', '👩‍👩‍👧‍👦 familia', 'क्‍ष', 'نمی‌خواهم', '东京 店'];

const merchant = { settings: defaultSettings, name: 'Shop' } as Merchant;
const edited = (edit: MerchantEdit): boolean =>
  editMerchant(
    merchant,
    edit,
    () => null,
    () => null,
  ).faults.length === 0;
/** Whether a text is accepted and kept unchanged. */
const keeps = (given: string, read: () => string | null): boolean => {
  try {
    return read() === given;
  } catch {
    return false;
  }
};
const ajv = new Ajv({ keywords: ['expected'], validateSchema: false });
function bySchema(schema: TSchema): (given: unknown) => boolean {
  return ajv.compile(schema);
}
const { properties: charge } = chargeRequestSchema;
const { properties: order } = createOrderSchema;
const { properties: link } = paymentLinkRequestSchema;
const metadata = bySchema(charge.metadata);
const lines = bySchema(link.lines);

/** Each place that accepts a text shown to people, and whether it accepts this one. */
const places: [string, (given: string) => boolean][] = [
  ['texts of the API and the dashboard', bySchema(text(200))],
  ['the description of a charge', bySchema(charge.description)],
  ['the order number of a charge', bySchema(charge.order_number)],
  ['a value of metadata', (given) => metadata({ note: given })],
  ['a key of metadata', (given) => metadata({ [given]: 'x' })],
  ['the reference of an order', bySchema(order.merchantIdCustom)],
  ['the title of a payment link', bySchema(link.title)],
  ['the number of an invoice', bySchema(link.number)],
  ['the customer of an invoice', bySchema(link.customer_name)],
  ['a line of an invoice', (given) => lines([{ text: given, quantity: '1', price: '1' }])],
  ['the name of a merchant', (name) => edited({ name })],
  ['the name of an API key', (name) => nameFault(name) === null],
  ['a note on a payout', (note) => keeps(note, () => readNote(note))],
  ['the reason of an operator', (reason) => keeps(reason, () => readReason('reason', reason))],
  [
    'a note of the command line',
    (note) => keeps(note, () => readCliLine({ text: () => note } as never, 'note')),
  ],
  ['the description of a payout', (given) => descriptionFaults(given).length === 0],
  ['OPERATOR_NAME', (name) => keeps(name, () => readConfig({ OPERATOR_NAME: name }).operatorName)],
];
const policy = { allowHttp: false, allowLoopback: false };
/** Addresses, which have additional rules of their own. */
const addresses: [string, (given: string) => boolean][] = [
  ['terms_url', (given) => edited({ termsUrl: `https://shop.example/${given}` })],
  ['support_url', (given) => edited({ supportUrl: `https://shop.example/${given}` })],
  ['a webhook address', (given) => checkUrl(`https://shop.example/${given}`, policy) === null],
  ['a return address', (given) => readWebAddress(`https://shop.example/${given}`, false) instanceof URL],
  ['an e-mail address', (given) => isMailAddress(`a${given}b@shop.example`)],
];

describe.each([...places, ...addresses])('%s', (_place, takes) => {
  test('takes no character that is not seen and turns or breaks the line', () => {
    const words = fc.constantFrom('a', 'Ana', 'שרה', 'b-1');
    fc.assert(
      fc.property(words, fc.constantFrom(...hidden), words, (before, character, after) => {
        expect(takes(before + after)).toBe(true);
        expect(takes(before + character + after)).toBe(false);
      }),
      { numRuns: 200, examples: hidden.map((character) => ['a', character, 'b']) },
    );
  });
});

test.each(places)('%s takes names of any script, and joined emoji', (_place, takes) => {
  for (const name of shown) expect([name, takes(name)]).toEqual([name, true]);
});
