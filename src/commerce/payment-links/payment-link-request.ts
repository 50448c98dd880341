import { type Static, Type } from 'typebox';
import { boundsOf, findMethodRule, type MerchantSettings } from '../../accounts/merchants/merchant.ts';
import { isMethodCode, type MethodCode } from '../../accounts/methods/methods.ts';
import type { FieldFault } from '../../base/ground/errors.ts';
import { readTime } from '../../base/http/request/list-values.ts';
import { isCountry } from '../../base/money/country.ts';
import { exponentOf, isCurrency } from '../../base/money/currency.ts';
import { languages } from '../../base/money/language.ts';
import { formatDecimal, moneyToDecimal, parseDecimal } from '../../base/money/money.ts';
import { cardNumberFaults } from '../../payments/charges/cards/card-number-text.ts';
import { emailText, merchantText } from '../../payments/charges/charge-request.ts';
import { adjustedTotal, percentDecimals } from './invoice-total.ts';
import {
  type InvoiceItem,
  itemTotalMinor,
  nextReminder,
  type PaymentLink,
  quantityDecimals,
} from './payment-link.ts';

/** A longer invoice is a catalogue. */
const maxLines = 50;
const maxAdjustments = 10;
const longestLifeMs = 5 * 366 * 24 * 60 * 60 * 1000;

const decimal = (expected: string) => Type.String({ maxLength: 30, pattern: '^\\d+(\\.\\d+)?$', expected });
const filled = (maxLength: number, expected: string) =>
  Type.String({ ...merchantText(maxLength), minLength: 1, expected });

/** More is a typing error, and a sum of many stays far from the largest integer. */
const mostPieces = 1_000_000;
const wholeNumber = (description?: string) =>
  Type.Integer({
    minimum: 1,
    maximum: mostPieces,
    expected: 'a whole number from 1',
    ...(description && { description }),
  });

export const paymentLinkRequestSchema = Type.Object(
  {
    kind: Type.Enum(['link', 'invoice'], { expected: '"link" or "invoice"' }),
    title: filled(500, 'text of 1 to 500 characters: what is paid for'),
    number: Type.Optional(merchantText(60)),
    country: Type.String({ maxLength: 3, expected: 'an ISO 3166-1 alpha-3 country code, such as "COL"' }),
    currency: Type.String({ maxLength: 3, expected: 'an ISO 4217 currency code, such as "USD"' }),
    amount: Type.Optional(decimal('an amount as text, e.g. "10.50"')),
    min_amount: Type.Optional(decimal('an amount as text, e.g. "1.00"')),
    max_amount: Type.Optional(decimal('an amount as text, e.g. "500.00"')),
    min_quantity: Type.Optional(wholeNumber('Whoever pays chooses how many; `amount` is the price of one')),
    max_quantity: Type.Optional(wholeNumber()),
    stock: Type.Optional(wholeNumber('How many there are to sell in all')),
    methods: Type.Array(Type.String({ maxLength: 40 }), {
      minItems: 1,
      maxItems: 10,
      expected: 'a list of method codes, such as ["CARDS"]',
    }),
    language: Type.Optional(
      Type.Enum([...languages], { expected: `one of ${languages.map((each) => `"${each}"`).join(', ')}` }),
    ),
    once: Type.Optional(
      Type.Boolean({
        expected: 'true or false',
        description: 'Whether it can be paid only once; an invoice always is',
      }),
    ),
    partial_payments: Type.Optional(
      Type.Boolean({
        expected: 'true or false',
        description: 'Whether the customer of an invoice may pay it in several payments',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({ maxLength: 40, expected: 'a time, such as "2027-01-31T18:00:00Z"' }),
    ),
    customer_name: Type.Optional(filled(200, 'text of 1 to 200 characters')),
    customer_email: Type.Optional(emailText),
    due_on: Type.Optional(Type.String({ maxLength: 10, expected: 'a day, such as "2027-01-31"' })),
    lines: Type.Optional(
      Type.Array(
        Type.Object({
          text: filled(200, 'text of 1 to 200 characters'),
          quantity: decimal('a quantity as text, e.g. "2" or "1.5"'),
          price: decimal('an amount as text, e.g. "10.50"'),
        }),
        { minItems: 1, maxItems: maxLines, expected: `a list of 1 to ${maxLines} lines` },
      ),
    ),
    adjustments: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.Enum(['discount', 'tax'], { expected: '"discount" or "tax"' }),
          name: filled(60, 'text of 1 to 60 characters'),
          percent: Type.Optional(decimal('a percentage as text, e.g. "19"')),
          amount: Type.Optional(decimal('an amount as text, e.g. "10.50"')),
        }),
        {
          maxItems: maxAdjustments,
          expected: `a list of at most ${maxAdjustments}`,
          description: 'Discounts of the sum of the lines, by percentage or amount; taxes of what is left',
        },
      ),
    ),
    reminders: Type.Optional(
      Type.Boolean({
        expected: 'true or false',
        description: 'Whether the customer is reminded: 3 days before, on the day, and a week after',
      }),
    ),
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        expected: 'a whole number',
        description: 'Of a change: the one that was read',
      }),
    ),
  },
  { 'x-name': 'PaymentLinkRequest' },
);
export type PaymentLinkRequestBody = Static<typeof paymentLinkRequestSchema>;

/** A parsed request: exact money, null for absent fields. */
export type PaymentLinkRequest = Pick<
  PaymentLink,
  | 'kind'
  | 'title'
  | 'country'
  | 'currency'
  | 'amountMinor'
  | 'minMinor'
  | 'maxMinor'
  | 'minQuantity'
  | 'maxQuantity'
  | 'stock'
  | 'methods'
  | 'language'
  | 'isOnce'
  | 'inParts'
  | 'expiresAt'
  | 'invoice'
  | 'remindAt'
> & {
  /** null: one is drawn, or an invoice gets the next of the series. */
  number: string | null;
};

export interface PaymentLinkRules {
  settings: MerchantSettings;
  isServed(methodCode: MethodCode, currency: string): boolean;
  now: Date;
  /** The payment link that the request changes. */
  before?: PaymentLink;
  /** How many of its stock are sold or being paid. */
  taken?: number;
}

/** Reads a request for a payment link; reports all faults at once. */
export function readPaymentLinkRequest(
  body: PaymentLinkRequestBody,
  schemaFaults: FieldFault[],
  rules: PaymentLinkRules,
): { request: PaymentLinkRequest } | { faults: FieldFault[] } {
  const faults = [...schemaFaults];
  const sound = (field: string): boolean => !faults.some((fault) => fault.field.split('.')[0] === field);
  const refuse = (field: string, message: string): null => {
    faults.push({ field, message });
    return null;
  };
  const isInvoice = body.kind === 'invoice';

  if (sound('country') && !isCountry(body.country))
    refuse('country', 'must be an ISO 3166-1 alpha-3 country code');
  if (sound('currency') && !isCurrency(body.currency))
    refuse('currency', 'must be an ISO 4217 currency code');
  const exponent = sound('currency') ? exponentOf(body.currency) : 2;

  const readAmount = (field: 'amount' | 'min_amount' | 'max_amount'): bigint | null => {
    const text = body[field];
    if (text === undefined || !sound(field) || !sound('currency')) return null;
    const minor = parseDecimal(text, exponent);
    if (typeof minor === 'bigint' && minor > 0n) return minor;
    return refuse(
      field,
      minor === 'too_many_decimals' ? `${body.currency} has ${exponent} decimals` : 'must be more than 0',
    );
  };
  const [fixed, minMinor, maxMinor] = [
    readAmount('amount'),
    readAmount('min_amount'),
    readAmount('max_amount'),
  ];
  if (isInvoice) {
    for (const field of ['amount', 'min_amount', 'max_amount'] as const) {
      if (body[field] !== undefined) refuse(field, 'is the sum of the lines of an invoice: leave it out');
    }
  } else if (body.amount !== undefined && (body.min_amount !== undefined || body.max_amount !== undefined)) {
    refuse('amount', 'is fixed, or has bounds; not both');
  }
  if (minMinor !== null && maxMinor !== null && minMinor > maxMinor) {
    refuse('max_amount', 'must not be less than min_amount');
  }

  const inParts = body.partial_payments === true;
  if (inParts && !isInvoice) refuse('partial_payments', 'is for an invoice');
  const quantity = readQuantity(body, sound, refuse);
  if (body.stock !== undefined && sound('stock')) {
    if (isInvoice || body.once === true) refuse('stock', 'is for a link that is paid many times');
    else if (body.stock < (rules.taken ?? 0)) {
      refuse('stock', `must be at least ${rules.taken}, which are sold or being paid`);
    }
  }
  const subtotal = isInvoice ? readLines(body.lines, exponent, sound, refuse) : null;
  const total = readTotal(subtotal, body, exponent, sound, refuse);
  const { before } = rules;
  if (isInvoice) {
    for (const field of ['customer_name', 'customer_email', 'due_on'] as const) {
      if (sound(field) && !body[field]?.trim()) refuse(field, 'is needed on an invoice');
    }
    if (body.due_on && sound('due_on') && !isDay(body.due_on))
      refuse('due_on', 'must be a day, such as "2027-01-31"');
  }
  const amountMinor = isInvoice ? total : fixed;

  const expiresAt = body.expires_at === undefined || !sound('expires_at') ? null : readTime(body.expires_at);
  const lifeMs = expiresAt && expiresAt.getTime() - rules.now.getTime();
  const isKept = expiresAt !== null && expiresAt.getTime() === before?.expiresAt?.getTime();
  if (
    body.expires_at !== undefined &&
    sound('expires_at') &&
    !isKept &&
    !(lifeMs && lifeMs > 0 && lifeMs < longestLifeMs)
  ) {
    refuse('expires_at', 'must be a time to come, within five years');
  }

  const methods = sound('methods') ? [...new Set(body.methods)] : [];
  if (sound('methods') && sound('currency') && sound('country')) {
    for (const method of methods) {
      const fault = methodFault(
        method,
        // A method may take less than the whole where it takes a part.
        inParts
          ? { ...body, amountMinor: null, minMinor: null, maxMinor: amountMinor }
          : { ...body, ...payable(amountMinor, minMinor, maxMinor, quantity) },
        rules,
      );
      if (fault !== null) refuse('methods', fault);
    }
  }
  faults.push(
    ...(before ? changeFaults(body, before) : newFaults(body)),
    ...cardNumberFaults(
      {
        title: body.title,
        number: body.number,
        customer_name: body.customer_name,
        ...(sound('lines') && { lines: body.lines?.map((line) => line.text).join(' ') }),
        ...(sound('adjustments') && { adjustments: body.adjustments?.map(({ name }) => name).join(' ') }),
      },
      sound,
    ),
  );
  if (faults.length > 0) return { faults };
  return {
    request: {
      kind: body.kind,
      number: body.number?.trim() || null,
      title: body.title.trim(),
      country: body.country,
      currency: body.currency,
      amountMinor,
      minMinor,
      maxMinor,
      minQuantity: quantity?.min ?? null,
      maxQuantity: quantity?.max ?? null,
      stock: body.stock ?? null,
      methods: methods.filter(isMethodCode),
      language: body.language ?? null,
      isOnce: isInvoice || (body.once ?? false),
      inParts,
      expiresAt,
      invoice: isInvoice
        ? {
            customerName: (body.customer_name as string).trim(),
            customerEmail: body.customer_email as string,
            dueOn: body.due_on as string,
            lines: body.lines as InvoiceItem[],
            adjustments: body.adjustments ?? [],
          }
        : null,
      remindAt: isInvoice && (body.reminders ?? true) ? nextReminder(body.due_on as string, rules.now) : null,
    },
  };
}

function newFaults({ version }: PaymentLinkRequestBody): FieldFault[] {
  return version === undefined ? [] : [{ field: 'version', message: 'is of a change: leave it out' }];
}

/** What stays as it was made: payments name the number, and amounts already paid are in the currency. */
function changeFaults(body: PaymentLinkRequestBody, before: PaymentLink): FieldFault[] {
  const fixed = {
    kind: before.kind,
    number: before.number,
    country: before.country,
    currency: before.currency,
    once: before.isOnce,
  };
  const faults = Object.entries(fixed)
    .filter(([field, value]) => {
      const given = body[field as keyof typeof fixed];
      return given !== undefined && given !== value && !(field === 'once' && before.kind === 'invoice');
    })
    .map(([field]) => ({ field, message: 'cannot be changed: make a new one' }));
  return body.version === undefined
    ? [...faults, { field: 'version', message: 'is needed: the one that you read' }]
    : faults;
}

/** The total of the items; null: they have a fault. */
function readLines(
  lines: InvoiceItem[] | undefined,
  exponent: number,
  sound: (field: string) => boolean,
  refuse: (field: string, message: string) => null,
): bigint | null {
  if (!sound('lines')) return null;
  if (!lines) return refuse('lines', 'are needed on an invoice');
  let sum = 0n;
  lines.forEach(({ quantity, price }, at) => {
    const [milli, minor] = [parseDecimal(quantity, quantityDecimals), parseDecimal(price, exponent)];
    if (typeof milli !== 'bigint' || milli <= 0n) {
      refuse(`lines.${at}.quantity`, `must be more than 0, with at most ${quantityDecimals} decimals`);
    }
    if (typeof minor !== 'bigint')
      refuse(`lines.${at}.price`, `must be an amount with at most ${exponent} decimals`);
    if (typeof milli === 'bigint' && typeof minor === 'bigint') sum += itemTotalMinor(milli, minor);
  });
  if (!sound('lines')) return null;
  return sum > 0n ? sum : refuse('lines', 'must come to more than 0');
}

/** What discounts and taxes make of the sum of the lines; null: something has a fault. */
function readTotal(
  subtotalMinor: bigint | null,
  { kind, adjustments = [] }: PaymentLinkRequestBody,
  exponent: number,
  sound: (field: string) => boolean,
  refuse: (field: string, message: string) => null,
): bigint | null {
  if (!sound('adjustments')) return null;
  if (kind !== 'invoice') {
    return adjustments.length > 0 ? refuse('adjustments', 'are of an invoice: leave them out') : null;
  }
  adjustments.forEach((each, at) => {
    const { percent, amount } = each;
    const field = `adjustments.${at}`;
    if (each.kind === 'tax' && amount !== undefined)
      refuse(`${field}.amount`, 'is of a discount: a tax has a percent');
    else if ((percent === undefined) === (amount === undefined))
      refuse(`${field}.percent`, 'or an amount is needed, not both');
    const units = percent === undefined ? 1n : parseDecimal(percent, percentDecimals);
    if (typeof units !== 'bigint' || units <= 0n || units > maxPercentUnits) {
      refuse(
        `${field}.percent`,
        `must be more than 0 and at most 100, with at most ${percentDecimals} decimals`,
      );
    }
    const minor = amount === undefined ? 1n : parseDecimal(amount, exponent);
    if (typeof minor !== 'bigint' || minor <= 0n) {
      refuse(`${field}.amount`, `must be more than 0, with at most ${exponent} decimals`);
    }
  });
  if (subtotalMinor === null || !sound('adjustments')) return null;
  const { totalMinor, rows } = adjustedTotal(subtotalMinor, adjustments, exponent);
  const discounts = rows.filter((row) => row.kind === 'discount');
  const left = discounts.reduce((sum, row) => sum + row.totalMinor, subtotalMinor);
  return left > 0n ? totalMinor : refuse('adjustments', 'must leave more than 0');
}

const maxPercentUnits = 100n * 10n ** BigInt(percentDecimals);

interface Quantity {
  min: number;
  max: number;
}

/** How many a customer may choose; null: one, or the request has a fault. */
function readQuantity(
  body: PaymentLinkRequestBody,
  sound: (field: string) => boolean,
  refuse: (field: string, message: string) => null,
): Quantity | null {
  const { min_quantity, max_quantity } = body;
  if (min_quantity === undefined && max_quantity === undefined) return null;
  if (!sound('min_quantity') || !sound('max_quantity')) return null;
  if (max_quantity === undefined) return refuse('max_quantity', 'is needed beside min_quantity');
  const min = min_quantity ?? 1;
  if (max_quantity < min) return refuse('max_quantity', 'must not be less than min_quantity');
  if (body.kind === 'invoice')
    return refuse('max_quantity', 'is not of an invoice: its lines have quantities');
  if (body.amount === undefined) return refuse('max_quantity', 'needs an `amount`, the price of one');
  return { min, max: max_quantity };
}

/** The amounts that customers may have to pay. */
function payable(
  amountMinor: bigint | null,
  minMinor: bigint | null,
  maxMinor: bigint | null,
  quantity: Quantity | null,
): Pick<PaymentLink, 'amountMinor' | 'minMinor' | 'maxMinor'> {
  if (amountMinor === null || quantity === null) return { amountMinor, minMinor, maxMinor };
  const [min, max] = [amountMinor * BigInt(quantity.min), amountMinor * BigInt(quantity.max)];
  return min === max
    ? { amountMinor: min, minMinor: null, maxMinor: null }
    : { amountMinor: null, minMinor: min, maxMinor: max };
}

/** The reason why a method cannot accept such payments, or null. */
function methodFault(
  method: string,
  asked: Pick<PaymentLink, 'country' | 'currency' | 'amountMinor' | 'minMinor' | 'maxMinor'>,
  { settings, isServed }: PaymentLinkRules,
): string | null {
  const { country, currency } = asked;
  const rule =
    isMethodCode(method) && isServed(method, currency)
      ? findMethodRule(settings, method, country, currency)
      : undefined;
  if (!rule) return `${method} is not available in ${country} with ${currency}`;
  const { min, max } = boundsOf(rule, currency);
  const write = (amountMinor: bigint) => `${formatDecimal(amountMinor, exponentOf(currency))} ${currency}`;
  const [least, most] = [asked.amountMinor ?? asked.maxMinor, asked.amountMinor ?? asked.minMinor];
  if (least !== null && least < min.amountMinor)
    return `${method} takes no less than ${moneyToDecimal(min)} ${currency}, and ${write(least)} is asked for`;
  if (most !== null && most > max.amountMinor)
    return `${method} takes no more than ${moneyToDecimal(max)} ${currency}, and ${write(most)} is asked for`;
  return null;
}

function isDay(text: string): boolean {
  return text.length === '2027-01-31'.length && readTime(text) !== null;
}
