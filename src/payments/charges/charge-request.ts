import { type Static, Type } from 'typebox';
import { addressPattern, maxAddressCharacters } from '../../accounts/mail/address.ts';
import {
  boundsOf,
  findMethodRule,
  type MerchantSettings,
  type MethodRule,
} from '../../accounts/merchants/merchant.ts';
import { statementDescriptorFault } from '../../accounts/merchants/statement-descriptor.ts';
import {
  askedCodes,
  isAskedCode,
  isMethodCode,
  isProcessed,
  type MethodCode,
  methods,
} from '../../accounts/methods/methods.ts';
import type { FieldFault } from '../../base/ground/errors.ts';
import { plainCharacter, text } from '../../base/http/request/text.ts';
import { moneyWordFaults } from '../../base/http/request/unknown-fields.ts';
import { isCountry } from '../../base/money/country.ts';
import { exponentOf, isCurrency } from '../../base/money/currency.ts';
import { type Language, languages } from '../../base/money/language.ts';
import { type Money, moneyToDecimal, parseDecimal } from '../../base/money/money.ts';
import { cardNumberFaults, metadataFaults } from './cards/card-number-text.ts';
import { type CaptureMode, captureModes } from './payment-processor.ts';

const maxMetadataKeyLength = 100;

/** A text from the merchant, which must not hold a card number. */
export function merchantText(maxLength: number) {
  return Type.String({ ...text(maxLength), description: 'No card numbers' });
}

export const emailText = Type.String({
  maxLength: maxAddressCharacters,
  pattern: addressPattern,
  expected: 'one plain e-mail address, such as "ana@customer.example"',
});

/** What the merchant's program keeps with a payment; it comes back in every webhook. */
export const metadataSchema = Type.Record(
  Type.String({ pattern: `^${plainCharacter}{0,${maxMetadataKeyLength}}$` }),
  text(500),
  {
    maxProperties: 20,
    additionalProperties: false,
    expected: `an object of at most 20 text values, whose keys have at most ${maxMetadataKeyLength} characters`,
  },
);

/** An amount as a number or as a decimal text, which keeps every digit. */
export function amountSchema(expected: string, description?: string) {
  return Type.Union(
    [
      Type.Number({ exclusiveMinimum: 0, expected }),
      Type.String({ maxLength: 30, pattern: '^[0-9]+([.][0-9]+)?$', expected }),
    ],
    { expected, ...(description !== undefined && { description }) },
  );
}

export const chargeRequestSchema = Type.Object(
  {
    flow: Type.Literal('PAYIN', { expected: '"PAYIN"' }),
    method_code: text(40, 'a payment method code, such as "CARDS"'),
    method_category: text(40, 'a payment method category, such as "CARD"'),
    country: Type.String({
      maxLength: 3,
      pattern: '^[A-Z]{3}$',
      expected: 'an ISO 3166-1 alpha-3 country code, such as "COL"',
    }),
    currency: Type.String({
      maxLength: 3,
      pattern: '^[A-Z]{3}$',
      expected: 'an ISO 4217 currency code, such as "USD"',
    }),
    amount: amountSchema('a number greater than 0, with at most 15 digits, e.g. 10.50, or the same as text'),
    description: Type.Optional(merchantText(500)),
    customer_id: Type.Optional(merchantText(200)),
    notification_url: Type.Optional(text(2048, 'an address of at most 2048 characters')),
    return_url: Type.Optional(text(2048, 'an address of at most 2048 characters')),
    order_number: Type.Optional(merchantText(200)),
    email: Type.Optional(emailText),
    statement_descriptor: Type.Optional(
      Type.String({
        maxLength: 100,
        expected: 'a text of 2 to 22 characters',
        description:
          "What the statement of the customer's card is to say: 2 to 22 Latin letters without accents, digits, spaces and punctuation, at least one letter, none of < > \\ ' \" *. Processors may show less of it. Absent: what the merchant's settings say. CARDS only",
      }),
    ),
    capture: Type.Optional(
      Type.Enum([...captureModes], {
        expected: '"automatic" or "manual"',
        description:
          'manual: the amount is only held on the card until you capture or void it (POST …/capture, POST …/void), or the hold expires. CARDS only. Absent: automatic',
      }),
    ),
    metadata: Type.Optional(metadataSchema),
    language: Type.Optional(
      Type.Enum([...languages], { expected: `one of ${languages.map((each) => `"${each}"`).join(', ')}` }),
    ),
  },
  {
    additionalProperties: true,
    description:
      'Unknown fields are ignored, unless their name speaks of money, capture or cards: these are refused.',
  },
);
export type ChargeRequestBody = Static<typeof chargeRequestSchema>;

/** A parsed charge request: exact money, absent fields null. */
export interface ChargeRequest {
  methodCode: MethodCode;
  country: string;
  amount: Money;
  capture: CaptureMode;
  description: string | null;
  customerId: string | null;
  notificationUrl: string | null;
  returnUrl: string | null;
  orderNumber: string | null;
  email: string | null;
  metadata: Record<string, string> | null;
  statementDescriptor: string | null;
  language: Language | null;
}

export interface ChargeRules {
  settings: MerchantSettings;
  /** Whether this installation offers the method in the currency. */
  isServed(methodCode: MethodCode, currency: string): boolean;
  /** Why a webhook may not go to this address, or null. */
  webhookUrlFault(url: string): string | null;
  /** Why a customer may not be sent to this address, or null. */
  returnUrlFault(url: string): string | null;
}

export type ReadCharge =
  | { kind: 'request'; request: ChargeRequest }
  | { kind: 'faults'; faults: FieldFault[] }
  | { kind: 'method_not_available'; message: string };

/**
 * Parses a charge request against the merchant's rules. `schemaFaults` are the faults that the schema found; fields it
 * refused are not checked again, all others are, so that the merchant sees every fault at once.
 */
export function readChargeRequest(
  body: ChargeRequestBody,
  schemaFaults: FieldFault[],
  rules: ChargeRules,
): ReadCharge {
  const faults = [
    // true was accepted before there was a choice: it means automatic.
    ...schemaFaults.filter(({ field }) => field !== 'capture' || !isTrue(body.capture)),
    ...moneyWordFaults(body, chargeRequestSchema.properties),
  ];
  const sound = (field: string): boolean =>
    faults.length === 0 || !faults.some((fault) => fault.field.split('.')[0] === field);
  const refuse = (field: string, message: string): void => {
    faults.push({ field, message });
  };

  const methodCode = body.method_code;
  if (sound('method_code') && !isAskedCode(methodCode)) {
    refuse('method_code', `must be one of ${askedCodes.join(', ')}`);
  } else if (sound('method_code') && sound('method_category') && isAskedCode(methodCode)) {
    const category = methods[methodCode].category;
    if (body.method_category !== category)
      refuse('method_category', `must be "${category}" with ${methodCode}`);
    const { currencies } = methods[methodCode];
    if (!isProcessed(methodCode) && sound('currency') && !currencies.includes(body.currency))
      refuse('currency', `must be one of ${currencies.join(', ')} with ${methodCode}`);
  }
  if (sound('country') && !isCountry(body.country)) {
    refuse('country', `"${body.country}" is not an ISO 3166-1 alpha-3 country code`);
  }
  if (sound('currency') && !isCurrency(body.currency)) {
    refuse('currency', `"${body.currency}" is not an ISO 4217 currency code`);
  }
  const amount = sound('amount') && sound('currency') ? readAmount(body.amount, body.currency) : null;
  if (typeof amount === 'string') refuse('amount', amount);
  for (const [field, fault] of [
    ['notification_url', rules.webhookUrlFault],
    ['return_url', rules.returnUrlFault],
  ] as const) {
    const url = body[field];
    const message = url !== undefined && sound(field) ? fault(url) : null;
    if (message !== null) refuse(field, message);
  }

  const { statement_descriptor } = body;
  if (statement_descriptor !== undefined && sound('statement_descriptor')) {
    const message =
      isMethodCode(methodCode) && methods[methodCode].way === 'card'
        ? statementDescriptorFault(statement_descriptor)
        : sound('method_code')
          ? 'is for CARDS only'
          : null;
    if (message !== null) refuse('statement_descriptor', message);
  }

  if (body.capture === 'manual' && sound('capture') && sound('method_code') && methodCode !== 'CARDS') {
    refuse('capture', `may be "manual" for CARDS only; a payment by ${methodCode} is taken at once`);
  }

  const { description, customer_id, order_number, email, metadata } = body;
  faults.push(
    ...cardNumberFaults({ description, customer_id, order_number, email, statement_descriptor }, sound),
  );
  if (metadata !== undefined && sound('metadata')) faults.push(...metadataFaults(metadata));

  const methodKnown = ['method_code', 'method_category', 'country', 'currency'].every(sound);
  const rule =
    methodKnown && isAskedCode(methodCode)
      ? ruleOf(methodCode, body.country, body.currency, rules)
      : undefined;
  if (rule && amount && typeof amount !== 'string') {
    const message = boundFault(amount, rule);
    if (message !== null) refuse('amount', message);
  }
  if (faults.length > 0 || !amount || typeof amount === 'string') return { kind: 'faults', faults };
  if (!rule) {
    return {
      kind: 'method_not_available',
      message: `${methodCode} is not available to this merchant in ${body.country} with ${body.currency}. GET /api/payment-methods lists what is.`,
    };
  }
  return {
    kind: 'request',
    request: {
      methodCode: rule.methodCode,
      country: body.country,
      amount,
      capture: body.capture === 'manual' ? 'manual' : 'automatic',
      description: body.description ?? null,
      customerId: body.customer_id ?? null,
      notificationUrl: body.notification_url ?? null,
      returnUrl: body.return_url ?? null,
      orderNumber: body.order_number ?? null,
      email: body.email ?? null,
      metadata: body.metadata ?? null,
      statementDescriptor: body.statement_descriptor ?? null,
      language: body.language ?? null,
    },
  };
}

/** With any method the bounds are those of every method; what takes the charge is found out from the processors. */
function ruleOf(
  methodCode: MethodCode,
  country: string,
  currency: string,
  { settings, isServed }: ChargeRules,
): MethodRule | undefined {
  if (methods[methodCode].way === 'choice') {
    return { methodCode, countries: [], currencies: [], bounds: {} };
  }
  return isServed(methodCode, currency) ? findMethodRule(settings, methodCode, country, currency) : undefined;
}

const isTrue = (value: unknown): boolean => value === true;

/** The exact amount of a JSON number or a decimal text, or why it is invalid. */
export function readAmount(value: number | string, currency: string): Money | string {
  const exponent = exponentOf(currency);
  // Of a double the shortest decimal: up to 15 digits, exactly what the merchant wrote.
  const amountMinor = parseDecimal(String(value), exponent);
  if (amountMinor === 'too_many_decimals') {
    return exponent === 0
      ? `${currency} has no decimals: send a whole number`
      : `${currency} has ${exponent} decimals: ${value} has more`;
  }
  if (amountMinor === 'too_large') return 'is too large';
  if (amountMinor === 'not_a_number' || amountMinor <= 0n) return 'must be a number greater than 0';
  return { amountMinor, currency };
}

function boundFault(amount: Money, rule: MethodRule): string | null {
  const { min, max } = boundsOf(rule, amount.currency);
  if (amount.amountMinor < min.amountMinor)
    return `must be at least ${moneyToDecimal(min)} ${amount.currency}`;
  if (amount.amountMinor > max.amountMinor)
    return `must be at most ${moneyToDecimal(max)} ${amount.currency}`;
  return null;
}
