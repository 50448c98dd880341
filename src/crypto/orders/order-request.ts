import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { KeyedRequest } from '../../accounts/merchants/idempotency-store.ts';
import type { FieldFault } from '../../base/ground/errors.ts';
import { text } from '../../base/http/request/text.ts';
import { moneyWordFaults } from '../../base/http/request/unknown-fields.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { isCountry } from '../../base/money/country.ts';
import { formatDecimal, parseDecimal } from '../../base/money/money.ts';
import { cardNumberFaults } from '../../payments/charges/cards/card-number-text.ts';
import { emailText, merchantText, metadataSchema } from '../../payments/charges/charge-request.ts';
import { maxHashLength, maxSealedUrlLength } from './order-token.ts';

/** E4: the merchant's data of the order. Numbers travel as text. */
export const createOrderSchema = Type.Object(
  {
    country: Type.String({
      maxLength: 3,
      pattern: '^[A-Z]{3}$',
      expected: 'an ISO 3166-1 alpha-3 country code, such as "COL"',
    }),
    origin: Type.Enum(['api', 'web'], { expected: '"api" or "web"' }),
    amount: Type.String({ maxLength: 30, expected: 'an amount in USD as text, e.g. "25.50"' }),
    email: emailText,
    merchantIdCustom: Type.Optional(merchantText(200)),
    return_url: Type.Optional({
      ...text(maxSealedUrlLength, `an address of at most ${maxSealedUrlLength} characters`),
      description:
        'Where the customer goes back to, with `reference` and `status` added; a longer one goes to E5',
    }),
  },
  {
    additionalProperties: true,
    description:
      'Unknown fields are ignored, unless their name speaks of money, capture or cards: these are refused.',
  },
);
export type CreateOrderBody = Static<typeof createOrderSchema>;

/** E5: how the order is to be paid. */
export const processOrderSchema = Type.Object(
  {
    hash: Type.String({
      maxLength: maxHashLength,
      expected: 'the hash that the creation of the order answered',
    }),
    paymentMethod: Type.Enum(['usdt', 'usdc'], { expected: '"usdt" or "usdc"' }),
    typePayment: Type.Enum(['wallet'], { expected: '"wallet"' }),
    typeTransaction: Type.Enum(['cashin', 'cashout'], {
      expected: '"cashin" to be paid or "cashout" to pay out',
    }),
    merchantId: Type.String({ maxLength: 100, expected: 'your merchant id' }),
    description: Type.Optional(merchantText(500)),
    return_url: Type.Optional({
      ...text(2048, 'an address of at most 2048 characters'),
      description: "cashin: in place of the order's",
    }),
    metadata: Type.Optional(metadataSchema),
  },
  {
    additionalProperties: true,
    description:
      'Unknown fields are ignored, unless their name speaks of money, capture or cards: these are refused.',
  },
);
export type ProcessOrderBody = Static<typeof processOrderSchema>;

/** The asset in which an order is paid, or a payout paid out. */
export function assetOf({ paymentMethod }: ProcessOrderBody): AssetCode {
  return paymentMethod === 'usdc' ? 'USDC' : 'USDT';
}

/** Identifies a repeated request: the E5 body of a hash, and its merchant. */
export function hashRequest(body: ProcessOrderBody, merchantId: string): Buffer {
  const { paymentMethod, typePayment, typeTransaction, description, return_url, metadata } = body;
  const told: unknown[] = [merchantId, paymentMethod, typePayment, typeTransaction, description];
  // Fields that came later are added only where they are sent: earlier requests keep their hash.
  if (return_url !== undefined || metadata !== undefined) told.push(return_url ?? null);
  if (metadata !== undefined) told.push(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(JSON.stringify(told)).digest();
}

/** E5 with an Idempotency-Key; null: no key was sent. */
export function keyedOrder(
  key: string | undefined,
  scope: 'order' | 'order_unproven',
  { id }: { id: string },
  body: ProcessOrderBody,
  merchantId: string,
): KeyedRequest | null {
  if (key === undefined) return null;
  const requestHash = createHash('sha256').update(id).update(hashRequest(body, merchantId)).digest();
  return { merchantId, scope, key, requestHash };
}

/** The bounds of an order's amount, in US cents. */
const orderBoundsMinor = { min: 100n, max: 100_000_000n } as const;

/** Reads E4. `schemaFaults` are the faults that the schema found; all faults are reported at once. */
export function readCreateOrder(
  body: CreateOrderBody,
  schemaFaults: FieldFault[],
  /** The reason why a customer may not be redirected to this address, or null. */
  returnUrlFault: (url: string) => string | null,
): { amountMinor: bigint } | { faults: FieldFault[] } {
  const faults = [...schemaFaults, ...moneyWordFaults(body, createOrderSchema.properties)];
  const sound = (field: string): boolean => !faults.some((fault) => fault.field === field);
  if (sound('country') && !isCountry(body.country)) {
    faults.push({ field: 'country', message: `"${body.country}" is not an ISO 3166-1 alpha-3 country code` });
  }
  const { email, merchantIdCustom } = body;
  faults.push(...cardNumberFaults({ email, merchantIdCustom }, sound));
  const urlFault = body.return_url !== undefined && sound('return_url') && returnUrlFault(body.return_url);
  if (urlFault) faults.push({ field: 'return_url', message: urlFault });
  const amountMinor = sound('amount') ? readUsd(body.amount) : 0n;
  if (typeof amountMinor === 'string') faults.push({ field: 'amount', message: amountMinor });
  if (faults.length > 0 || typeof amountMinor === 'string') return { faults };
  return { amountMinor };
}

function readUsd(text: string): bigint | string {
  const { min, max } = orderBoundsMinor;
  // Plain digits only: an exponent in a text amount is a mistake, not a typed number.
  const units = /^\d+(\.\d+)?$/.test(text) ? parseDecimal(text, 2) : 'not_a_number';
  if (units === 'not_a_number') return 'must be an amount in USD as text, e.g. "25.50"';
  if (units === 'too_many_decimals') return 'has more than 2 decimals';
  if (units === 'too_large' || units > max) return `must be at most ${formatDecimal(max, 2)} USD`;
  if (units < min) return `must be at least ${formatDecimal(min, 2)} USD`;
  return units;
}
