import { Ajv, type ErrorObject } from 'ajv';
import Type, { type Static } from 'typebox';

/** The only fields allowed when an order is opened for its page: unknown fields are refused. */

const amountPattern = '^\\d{1,18}(\\.\\d{1,2})?$';
const strict = { additionalProperties: false } as const;
const Address = Type.String({ pattern: '^https?://' });

const OrderRequest = Type.Object(
  {
    type: Type.Literal('online'),
    processing_mode: Type.Literal('manual'),
    capture_mode: Type.Optional(Type.Union([Type.Literal('automatic'), Type.Literal('automatic_async')])),
    total_amount: Type.String({ pattern: amountPattern }),
    external_reference: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
    expiration_time: Type.Optional(
      Type.String({ pattern: '^P(?:\\d+D)?(?:T(?:\\d+H)?(?:\\d+M)?(?:\\d+S)?)?$' }),
    ),
    description: Type.Optional(Type.String()),
    payer: Type.Object({ email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' }) }, strict),
    items: Type.Array(
      Type.Object(
        {
          title: Type.String({ minLength: 1, maxLength: 256 }),
          quantity: Type.Integer({ minimum: 1 }),
          unit_price: Type.String({ pattern: amountPattern }),
          external_code: Type.Optional(Type.String()),
          description: Type.Optional(Type.String()),
          category_id: Type.Optional(Type.String()),
        },
        strict,
      ),
      { minItems: 1 },
    ),
    config: Type.Optional(
      Type.Object(
        {
          statement_descriptor: Type.Optional(Type.String()),
          online: Type.Optional(
            Type.Object(
              {
                success_url: Type.Optional(Address),
                failure_url: Type.Optional(Address),
                pending_url: Type.Optional(Address),
                allowed_user_type: Type.Optional(Type.Literal('account_only')),
                auto_return: Type.Optional(Type.Union([Type.Literal('approved'), Type.Literal('all')])),
              },
              strict,
            ),
          ),
          payment_method: Type.Optional(
            Type.Object(
              {
                max_installments: Type.Optional(Type.Integer({ minimum: 1 })),
                not_allowed_ids: Type.Optional(Type.Array(Type.String())),
                not_allowed_types: Type.Optional(
                  Type.Array(Type.Enum(['ticket', 'atm', 'credit_card', 'debit_card', 'prepaid_card'])),
                ),
              },
              strict,
            ),
          ),
        },
        strict,
      ),
    ),
  },
  strict,
);
export type OrderRequest = Static<typeof OrderRequest>;

const ajv = new Ajv({ allErrors: true, validateSchema: false });
const validate = ajv.compile<OrderRequest>(OrderRequest);

const codes: Readonly<Record<string, string>> = {
  required: 'required_properties',
  additionalProperties: 'unsupported_properties',
  type: 'property_type',
  minItems: 'minimum_items',
};

export interface ApiError {
  code: string;
  message: string;
  details?: string[];
}

/** A valid order, or the API's errors. */
export function checkOrder(
  body: unknown,
  { decimals }: { decimals: number },
): { order: OrderRequest } | { errors: ApiError[] } {
  if (!validate(body)) return { errors: (validate.errors ?? []).map(toError) };
  const amounts = [body.total_amount, ...body.items.map(({ unit_price }) => unit_price)];
  if (decimals === 0 && amounts.some((amount) => /\.0*[1-9]/.test(amount)))
    return { errors: [{ code: 'property_value', message: 'the currency has no decimals' }] };
  const total = body.items.reduce((sum, item) => sum + cents(item.unit_price) * BigInt(item.quantity), 0n);
  if (total !== cents(body.total_amount))
    return {
      errors: [{ code: 'order_items_total_amount_mismatch', message: 'total_amount is not the sum' }],
    };
  if (total === 0n)
    return { errors: [{ code: 'property_value', message: 'total_amount must be more than 0' }] };
  const online = body.config?.online;
  if (online?.auto_return && !online.success_url)
    return { errors: [{ code: 'required_properties', message: 'auto_return needs success_url' }] };
  return { order: body };
}

function toError({ keyword, instancePath, message = '' }: ErrorObject): ApiError {
  return {
    code: codes[keyword] ?? 'property_value',
    message: 'The request is wrong.',
    details: [`'$${instancePath.replaceAll('/', '.')}' - ${message}`],
  };
}

export function cents(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}
