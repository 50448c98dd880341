import Type, { type Static, type TSchema } from 'typebox';
import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import { isClabe } from '../../../base/money/clabe.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import type {
  AskedAttempt,
  AttemptFinding,
  AuthorizeRequest,
  InstructionLabel,
  PayerField,
  PaymentInstructions,
  PaymentTerms,
  RefusalReason,
} from '../../charges/payment-processor.ts';
import { fromStripeAmount } from './amounts.ts';
import { Metadata } from './answers.ts';
import type { FormFields } from './form.ts';
import { StripeError } from './stripe-api.ts';

/** Local methods at Stripe, by Payment Intents: its terms are translated only here. */

interface LocalMethod {
  type: 'pix' | 'boleto' | 'oxxo' | 'customer_balance';
  fields: readonly PayerField[];
  /** Stripe's bounds, in minor units; the row of the method has those that hold everywhere. */
  bounds?: { min: bigint; max?: bigint };
  /** Whether a payment that waits can be cancelled: a voucher cannot. */
  isCancelable: boolean;
}

const table = {
  PIX: { type: 'pix', fields: ['name', 'email', 'document'], bounds: { min: 50n }, isCancelable: true },
  BOLETO: {
    type: 'boleto',
    fields: ['name', 'email', 'document', 'address'],
    bounds: { min: 500n, max: 4_999_999n },
    isCancelable: false,
  },
  OXXO: { type: 'oxxo', fields: ['name', 'email'], isCancelable: false },
  SPEI: { type: 'customer_balance', fields: ['email'], isCancelable: true },
} as const satisfies Partial<Record<MethodCode, LocalMethod>>;
type LocalCode = keyof typeof table;

export const localAtStripe = Object.keys(table) as LocalCode[];

function rowOf(method: MethodCode): LocalMethod | null {
  return Object.hasOwn(table, method) ? table[method as LocalCode] : null;
}

export function isLocal({ method }: Pick<AskedAttempt, 'method'>): boolean {
  return rowOf(method) !== null;
}

export function typeOf(method: MethodCode): LocalMethod['type'] {
  return table[method as LocalCode].type;
}

export function localFieldsOf(method: MethodCode): readonly PayerField[] {
  return rowOf(method)?.fields ?? [];
}

export function isCancelable(method: MethodCode): boolean {
  return rowOf(method)?.isCancelable ?? false;
}

export function outOfBounds({ method, amount }: PaymentTerms): string | null {
  const { min = 0n, max = null } = rowOf(method)?.bounds ?? {};
  const fits = amount.amountMinor >= min && (max === null || amount.amountMinor <= max);
  return fits ? null : `Stripe does not take this amount by ${method}`;
}

/** Within the bounds of both of Stripe's definitions, which differ. */
const pixSeconds = 86_400;

/** What is sent with the confirmation: the payer's data, and how long there is to pay. */
export function confirmFields(request: AuthorizeRequest): FormFields {
  const { method, payerName: name, email, document, address, returnUrl } = request;
  const type = typeOf(method);
  const days = (methods[method].payableHours ?? 0) / 24;
  const taxId = document?.replace(/[\s./-]/g, '') ?? null;
  const data: Record<typeof type, FormFields> = {
    pix: { type, billing_details: { name, email, tax_id: taxId } },
    boleto: {
      type,
      boleto: { tax_id: taxId },
      billing_details: {
        name,
        email,
        address: {
          line1: address?.street,
          city: address?.city,
          state: address?.state,
          postal_code: address?.postalCode,
          country: 'BR',
        },
      },
    },
    oxxo: { type, billing_details: { name, email } },
    customer_balance: { type },
  };
  const options: Record<typeof type, FormFields> = {
    pix: { expires_after_seconds: pixSeconds },
    boleto: { expires_after_days: days },
    oxxo: { expires_after_days: days },
    customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'mx_bank_transfer' } },
  };
  return {
    payment_method_data: data[type],
    payment_method_options: { [type]: options[type] },
    ...(type === 'pix' && { return_url: returnUrl }),
  };
}

const orNull = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

export const LocalIntent = Type.Object({
  id: Type.String(),
  status: Type.String(),
  /** What was asked for. */
  amount: orNull(Type.Integer()),
  amount_received: orNull(Type.Integer()),
  currency: orNull(Type.String()),
  /** Each of its fields may be missing. */
  next_action: orNull(Type.Unknown()),
  last_payment_error: orNull(StripeError),
  metadata: Metadata,
});
export type LocalIntent = Static<typeof LocalIntent>;

type Fields = Readonly<Record<string, unknown>>;

/** `not_found`: it was not confirmed, and nobody can pay it. */
export function localFinding(intent: LocalIntent, asked: AskedAttempt): AttemptFinding {
  const refused = (reason: RefusalReason): AttemptFinding => ({
    outcome: 'refused',
    reason,
    isSoft: false,
    card: null,
  });
  switch (intent.status) {
    case 'succeeded': {
      const received = fromStripeAmount(intent.amount_received ?? 0, intent.currency ?? '');
      const isAsked =
        intent.amount === undefined || intent.amount === null || isOver(intent.amount, intent, asked);
      if (
        !received ||
        received.currency !== asked.amount.currency ||
        received.amountMinor <= 0n ||
        !isAsked
      ) {
        return { outcome: 'unknown', cause: 'Stripe holds a payment over another amount' };
      }
      if (received.amountMinor === asked.amount.amountMinor) {
        return { outcome: 'approved', processorReference: intent.id, card: null };
      }
      return { outcome: 'other_amount', processorReference: intent.id, paid: received };
    }
    // A voucher whose time is over: it may have been paid on its last days.
    case 'processing':
      return { outcome: 'pending', handle: intent.id };
    case 'requires_action': {
      const instructions = toInstructions(fieldsOf(intent.next_action), asked) ?? asked.instructions;
      return instructions
        ? { outcome: 'instructions', handle: intent.id, instructions }
        : { outcome: 'unknown', cause: 'Stripe does not say what the customer pays by' };
    }
    case 'requires_payment_method':
    case 'requires_confirmation':
      if (!intent.last_payment_error) return { outcome: 'not_found' };
      return refused(asked.instructions ? 'not_paid_in_time' : 'payment_refused');
    case 'canceled':
      return refused(asked.instructions ? 'left_page' : 'not_processed');
    default:
      return { outcome: 'unknown', cause: 'Stripe gave an answer we do not understand' };
  }
}

function isOver(amount: number, { currency }: LocalIntent, asked: AskedAttempt): boolean {
  return fromStripeAmount(amount, currency ?? '')?.amountMinor === asked.amount.amountMinor;
}

/** What is left of a transfer that was paid in part; null: nothing was paid yet, or it is not known. */
export function leftOf({ next_action }: LocalIntent, { amount }: AskedAttempt): bigint | null {
  const given = fieldsOf(fieldsOf(next_action).display_bank_transfer_instructions);
  const left = typeof given.amount_remaining === 'number' ? BigInt(Math.trunc(given.amount_remaining)) : null;
  return left !== null && left < amount.amountMinor ? left : null;
}

function toInstructions(action: Fields, asked: AskedAttempt): PaymentInstructions | null {
  const pix = fieldsOf(action.pix_display_qr_code);
  const boleto = fieldsOf(action.boleto_display_details);
  const oxxo = fieldsOf(action.oxxo_display_details);
  const transfer = fieldsOf(action.display_bank_transfer_instructions);
  const details = detailsOf(asked, { pix, boleto, oxxo, transfer });
  const documentUrl =
    pageIn(pix.hosted_instructions_url) ??
    pageIn(boleto.hosted_voucher_url) ??
    pageIn(boleto.pdf) ??
    pageIn(oxxo.hosted_voucher_url) ??
    pageIn(transfer.hosted_instructions_url);
  if (details.length === 0 && documentUrl === null) return null;
  const [first] = details;
  const isOxxoNumber = first?.label === 'payment_code' && /^\d+$/.test(first.value);
  return {
    expiresAt:
      timeIn(pix.expires_at) ?? timeIn(boleto.expires_at) ?? timeIn(oxxo.expires_after) ?? ourEnd(asked),
    details,
    qr: first?.label === 'pix_code' ? first.value : null,
    barcode: isOxxoNumber ? { kind: 'code128', digits: first.value } : null,
    documentUrl,
  };
}

/** Shown only if it is certainly what it should be: otherwise Stripe's own page is. */
function detailsOf(
  asked: AskedAttempt,
  given: Record<'pix' | 'boleto' | 'oxxo' | 'transfer', Fields>,
): { label: InstructionLabel; value: string }[] {
  const only = (label: InstructionLabel, value: string, isIt: boolean) => (isIt ? [{ label, value }] : []);
  const code = textIn(given.pix.data);
  const line = textIn(given.boleto.number).replace(/[\s.-]/g, '');
  const number = textIn(given.oxxo.number);
  return [
    ...only('pix_code', code, /^000201[\x20-\x7e]+$/.test(code)),
    ...only('boleto_line', line, /^\d{47}$/.test(line)),
    ...only('payment_code', number, number !== ''),
    ...transferDetails(given.transfer, asked),
  ];
}

function transferDetails(
  transfer: Fields,
  { amount }: AskedAttempt,
): { label: InstructionLabel; value: string }[] {
  const accounts = Array.isArray(transfer.financial_addresses) ? transfer.financial_addresses : [];
  const account = accounts
    .map((each) => fieldsOf(fieldsOf(each).spei))
    .find(({ clabe }) => isClabe(textIn(clabe)));
  if (!account) return [];
  const left = transfer.amount_remaining;
  const isPart = Number.isSafeInteger(left) && BigInt(left as number) < amount.amountMinor;
  const labelled: [InstructionLabel, string][] = [
    [
      'amount_left',
      isPart
        ? `${moneyToDecimal({ ...amount, amountMinor: BigInt(left as number) })} ${amount.currency}`
        : '',
    ],
    ['clabe', textIn(account.clabe)],
    ['reference', textIn(transfer.reference)],
    ['bank', textIn(account.bank_name)],
    ['beneficiary', textIn(account.account_holder_name)],
  ];
  return labelled.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
}

/** Transfers have no end at Stripe: ours ends them. */
function ourEnd({ method, createdAt }: AskedAttempt): string {
  return new Date(createdAt.getTime() + (methods[method].payableHours ?? 0) * 3_600_000).toISOString();
}

function fieldsOf(told: unknown): Fields {
  return typeof told === 'object' && told !== null ? (told as Fields) : {};
}

const maxTextLength = 2_048;

function textIn(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length <= maxTextLength ? text : '';
}

function pageIn(value: unknown): string | null {
  const url = URL.parse(textIn(value));
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : null;
}

function timeIn(value: unknown): string | null {
  const isTime = typeof value === 'number' && value > 0 && value < 1e11;
  return isTime ? new Date(value * 1000).toISOString() : null;
}
