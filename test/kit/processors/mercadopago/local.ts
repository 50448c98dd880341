import { Ajv } from 'ajv';
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ApiError } from './order-request.ts';

/** Local methods at Mercado Pago: what an order that is processed at once must say, and what it answers. */

/** The fields that its definitions have: others are refused. */
const strict = { additionalProperties: false } as const;
const text = Type.String({ minLength: 1 });
const amount = Type.String({ pattern: '^\\d{1,18}(\\.\\d{1,2})?$' });

const LocalOrder = Type.Object(
  {
    type: Type.Literal('online'),
    processing_mode: Type.Literal('automatic'),
    total_amount: amount,
    external_reference: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    description: Type.Optional(text),
    payer: Type.Object(
      {
        email: Type.String({ pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' }),
        first_name: Type.Optional(text),
        last_name: Type.Optional(text),
        entity_type: Type.Optional(Type.Enum(['individual', 'association'])),
        identification: Type.Optional(
          Type.Object({ type: Type.Enum(['CPF', 'CNPJ', 'CC', 'NIT']), number: text }, strict),
        ),
        address: Type.Optional(
          Type.Object(
            {
              street_name: text,
              street_number: text,
              neighborhood: text,
              city: text,
              state: Type.String({ pattern: '^[A-Z]{2}$' }),
              zip_code: Type.String({ pattern: '^\\d{8}$' }),
            },
            strict,
          ),
        ),
      },
      strict,
    ),
    transactions: Type.Object(
      {
        payments: Type.Array(
          Type.Object(
            {
              amount,
              expiration_time: Type.Optional(Type.String({ pattern: '^P(?:\\d+D|T\\d+M)$' })),
              payment_method: Type.Object(
                { id: text, type: text, financial_institution: Type.Optional(text) },
                strict,
              ),
            },
            strict,
          ),
          { minItems: 1, maxItems: 1 },
        ),
      },
      strict,
    ),
    config: Type.Optional(
      Type.Object(
        { online: Type.Object({ callback_url: Type.String({ pattern: '^https?://' }) }, strict) },
        strict,
      ),
    ),
    additional_info: Type.Optional(Type.Object({ payer: Type.Object({ ip_address: text }, strict) }, strict)),
  },
  strict,
);
type LocalOrder = Static<typeof LocalOrder>;

export interface LocalGiven {
  id: string;
  type: string;
  data: object;
}

interface LocalMethod {
  site: string;
  type: string;
  /** The parts of the payer's data that it refuses to go without. */
  needs: readonly string[];
  data: object;
}

const voucher = { barcode_content: '3'.repeat(42), reference: '1234567890', verification_code: '1234567890' };

const table: Readonly<Record<string, LocalMethod>> = {
  pix: {
    site: 'MLB',
    type: 'bank_transfer',
    needs: [],
    data: { qr_code: '00020126580014br.gov.bcb.pix0136sim520400005303986', qr_code_base64: 'iVBORw0KGgo=' },
  },
  boleto: {
    site: 'MLB',
    type: 'ticket',
    needs: ['first_name', 'last_name', 'identification', 'address'],
    data: {
      digitable_line: '23793381286000782713695000063305975520000370000',
      barcode_content: '23799755200003700003381260007827139500006330',
    },
  },
  pse: { site: 'MCO', type: 'bank_transfer', needs: ['entity_type', 'identification'], data: {} },
  clabe: { site: 'MLM', type: 'bank_transfer', needs: [], data: { reference: '646180205700001446' } },
  oxxo: { site: 'MLM', type: 'ticket', needs: [], data: voucher },
  rapipago: { site: 'MLA', type: 'ticket', needs: [], data: voucher },
  pagofacil: { site: 'MLA', type: 'ticket', needs: [], data: voucher },
};

const ajv = new Ajv({ allErrors: true, validateSchema: false });
const validate = ajv.compile<LocalOrder>(LocalOrder);

export function isLocalRequest(body: unknown): boolean {
  return (body as { processing_mode?: unknown } | null)?.processing_mode === 'automatic';
}

export function checkLocalOrder(
  body: unknown,
  site: string,
): { order: LocalOrder; local: LocalGiven } | { errors: ApiError[] } {
  const wrong = (code: string, message: string) => ({ errors: [{ code, message }] });
  if (!validate(body)) return wrong('property_value', JSON.stringify(validate.errors));
  const [payment] = body.transactions.payments;
  const asked = payment?.payment_method;
  const method = table[asked?.id ?? ''];
  if (!method || method.site !== site || method.type !== asked?.type)
    return wrong('invalid_properties', 'payment_method');
  if (payment?.amount !== body.total_amount) return wrong('invalid_total_amount', 'total_amount');
  const missing = method.needs.filter((name) => !(name in body.payer));
  if (missing.length > 0) return wrong('required_properties', missing.join());
  if (asked.id === 'pse') {
    const isWhole = asked.financial_institution && body.config && body.additional_info;
    if (!isWhole) return wrong('required_properties', 'pse');
    if (!banks.some(({ id }) => id === asked.financial_institution)) return wrong('property_value', 'bank');
  }
  return { order: body, local: { id: asked.id, type: asked.type, data: method.data } };
}

/** `pageUrl`: a page of the simulator. */
export function givenBy({ id, type, data }: LocalGiven, pageUrl: string): object {
  return { id, type, ...data, ...(id === 'pse' ? { redirect_url: pageUrl } : { ticket_url: pageUrl }) };
}

const banks = [
  { id: '1051', description: 'Davivienda' },
  { id: '1007', description: 'Bancolombia' },
];

export function addMethodsApi(app: FastifyInstance, site: string): void {
  app.get('/v1/payment_methods', (_request, reply) =>
    reply.send([
      { id: 'visa', payment_type_id: 'credit_card', status: 'active' },
      ...(site === 'MCO'
        ? [{ id: 'pse', payment_type_id: 'bank_transfer', financial_institutions: banks }]
        : []),
    ]),
  );
}
