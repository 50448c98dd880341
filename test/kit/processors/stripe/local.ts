import { randomBytes } from 'node:crypto';
import { invalid, missing } from './api-error.ts';
import type { Books } from './books.ts';
import type { StripeIntent } from './objects.ts';
import type { Parameters } from './parameters.ts';

/** Local methods at Stripe, by its public definitions. */

const payer = { name: 'text', email: 'email', tax_id: 'text' } as const;
const address = {
  'line1!': 'text',
  'city!': 'text',
  'state!': 'text',
  'postal_code!': 'text',
  'country!': 'BR',
} as const;

export const localDataShape = {
  'type!': 'pix|boleto|oxxo|customer_balance',
  boleto: { 'tax_id!': 'text' },
  billing_details: { ...payer, address },
} as const;

export const localOptionsShape = {
  pix: { expires_after_seconds: 'integer' },
  boleto: { expires_after_days: 'integer' },
  oxxo: { expires_after_days: 'integer' },
  customer_balance: { funding_type: 'bank_transfer', bank_transfer: { 'type!': 'mx_bank_transfer' } },
} as const;

export const customerShape = { email: 'email', name: 'text', metadata: 'texts', expand: ['text'] } as const;

const currencies: Readonly<Record<string, string>> = {
  pix: 'brl',
  boleto: 'brl',
  oxxo: 'mxn',
  customer_balance: 'mxn',
};
const needed: Readonly<Record<string, readonly string[]>> = {
  pix: ['name', 'email', 'tax_id'],
  boleto: ['name', 'email', 'address'],
  oxxo: ['name', 'email'],
  customer_balance: [],
};

/** Customers, each of whom may have payments. */
export function createCustomers() {
  const ids = new Set<string>();
  const payments = new Set<string>();
  return {
    create: ({ email = null }: Parameters): object => {
      const id = `cus_${randomBytes(8).toString('hex')}`;
      ids.add(id);
      return { id, object: 'customer', email };
    },
    use(id: string, intent: StripeIntent): void {
      if (!ids.has(id)) throw missing('customer', id, 'customer');
      payments.add(intent.id);
    },
    hasOne: ({ id }: StripeIntent): boolean => payments.has(id),
  };
}

const methodOf = ({ payment_method_types: [type = ''] }: StripeIntent): string => type;

/** A voucher that waits cannot be cancelled. */
export const isVoucher = (intent: StripeIntent): boolean =>
  intent.status === 'requires_action' && isPaidInCash(intent);

export const isPaidInCash = (intent: StripeIntent): boolean => ['boleto', 'oxxo'].includes(methodOf(intent));

export function confirmLocal(
  books: Books,
  intent: StripeIntent,
  given: Parameters,
  { customers, nowSeconds }: { customers: ReturnType<typeof createCustomers>; nowSeconds(): number },
): void {
  const { type, billing_details: details = {}, boleto } = given.payment_method_data;
  const options = given.payment_method_options?.[type] ?? {};
  const wrong = (param: string) => invalid('The request is wrong.', { param });
  if (type !== methodOf(intent)) throw wrong('payment_method_data[type]');
  if (intent.currency !== currencies[type]) throw wrong('currency');
  for (const name of needed[type] ?? []) if (!details[name]) throw wrong(`billing_details[${name}]`);
  if (type === 'boleto' && !boleto) throw wrong('payment_method_data[boleto][tax_id]');
  if (type === 'oxxo' && !/^\S{2,}\s+\S{2,}/.test(details.name)) throw wrong('billing_details[name]');
  if (type === 'pix' && !(options.expires_after_seconds <= 259_200)) throw wrong('expires_after_seconds');
  if (type === 'oxxo' && !(options.expires_after_days >= 1 && options.expires_after_days <= 7))
    throw wrong('expires_after_days');
  if (type === 'customer_balance' && (!customers.hasOne(intent) || !options.funding_type))
    throw wrong('customer');
  const seconds = options.expires_after_seconds ?? (options.expires_after_days ?? 0) * 86_400;
  books.change(intent, 'requires_action', {
    status: 'requires_action',
    payment_method: `pm_${randomBytes(8).toString('hex')}`,
    next_action: nextAction(type, intent, nowSeconds() + seconds),
  });
}

const host = 'https://payments.stripe.example';

function nextAction(type: string, { id, amount, currency }: StripeIntent, end: number) {
  const hosted = `${host}/${id}`;
  switch (type) {
    case 'pix':
      return {
        type: 'pix_display_qr_code',
        pix_display_qr_code: {
          data: '00020101021226580014br.gov.bcb.pix0136sim5204000053039865802BR',
          expires_at: end,
          hosted_instructions_url: hosted,
        },
      };
    case 'boleto':
      return {
        type: 'boleto_display_details',
        boleto_display_details: {
          number: '23793.38128 60007.827136 95000.063305 9 75520000370000',
          expires_at: end,
          hosted_voucher_url: hosted,
          pdf: `${hosted}.pdf`,
        },
      };
    case 'oxxo':
      return {
        type: 'oxxo_display_details',
        oxxo_display_details: {
          number: '123456789012345678901234',
          expires_after: end,
          hosted_voucher_url: hosted,
        },
      };
    default:
      return {
        type: 'display_bank_transfer_instructions',
        display_bank_transfer_instructions: {
          type: 'mx_bank_transfer',
          amount_remaining: amount,
          currency,
          reference: 'SIM123',
          hosted_instructions_url: hosted,
          financial_addresses: [
            {
              type: 'spei',
              supported_networks: ['spei'],
              spei: {
                clabe: '646180205700001446',
                bank_code: '646',
                bank_name: 'STP',
                account_holder_name: 'Simulated',
              },
            },
          ],
        },
      };
  }
}

export function fundPartly(books: Books, attemptId: string, amount: number): void {
  const intent = books.intentOf(attemptId, 'requires_action');
  const given = intent.next_action?.display_bank_transfer_instructions as { amount_remaining: number };
  given.amount_remaining -= amount;
  books.change(intent, 'partially_funded', {});
}
