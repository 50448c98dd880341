import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import { isClabe } from '../../../base/money/clabe.ts';
import type { Money } from '../../../base/money/money.ts';
import type {
  AskedAttempt,
  AttemptOutcome,
  AuthorizeRequest,
  InstructionLabel,
  PayerField,
  PaymentInstructions,
  RefusalReason,
} from '../../charges/payment-processor.ts';
import { describePayment } from '../details.ts';
import { fromWritten, toWritten } from './amounts.ts';
import { faultOf, type Order } from './orders.ts';
import type { SiteId } from './sites.ts';

/** Local methods at Mercado Pago, as orders that it processes at once: its terms are translated only here. */

interface LocalMethod {
  site: SiteId;
  id: string;
  type: 'bank_transfer' | 'ticket';
  fields: readonly PayerField[];
}

/** The order of a wallet is one with a page: order-calls.ts. */
const table = {
  PIX: { site: 'MLB', id: 'pix', type: 'bank_transfer', fields: ['email'] },
  BOLETO: { site: 'MLB', id: 'boleto', type: 'ticket', fields: ['name', 'email', 'document', 'address'] },
  PSE: { site: 'MCO', id: 'pse', type: 'bank_transfer', fields: ['name', 'email', 'document', 'bank'] },
  SPEI: { site: 'MLM', id: 'clabe', type: 'bank_transfer', fields: ['email'] },
  OXXO: { site: 'MLM', id: 'oxxo', type: 'ticket', fields: ['email'] },
  RAPIPAGO: { site: 'MLA', id: 'rapipago', type: 'ticket', fields: ['email'] },
  PAGOFACIL: { site: 'MLA', id: 'pagofacil', type: 'ticket', fields: ['email'] },
} as const satisfies Partial<Record<MethodCode, LocalMethod>>;
type LocalCode = keyof typeof table;

/** The methods that an account of that country can take. */
export function localAt(site: SiteId): LocalCode[] {
  return (Object.keys(table) as LocalCode[]).filter((code) => table[code].site === site);
}

export function payerFieldsOf(method: MethodCode): readonly PayerField[] {
  return Object.hasOwn(table, method) ? table[method as LocalCode].fields : ['email'];
}

const maxNameLength = 32;
const maxDescriptionLength = 150;

export function localBody(request: AuthorizeRequest) {
  const { method, email, bank, returnUrl, clientAddress } = request;
  const { id, type, fields } = table[method as LocalCode];
  const amount = toWritten(request.amount);
  const asks = (field: PayerField): boolean => fields.some((each) => each === field);
  const hours = methods[method].payableHours;
  const description = describePayment(request, maxDescriptionLength);
  return {
    type: 'online',
    processing_mode: 'automatic',
    total_amount: amount,
    external_reference: request.attemptId,
    ...(description && { description }),
    payer: {
      email,
      ...(asks('name') && namesOf(request)),
      ...(asks('document') && { identification: identificationOf(request) }),
      ...(asks('address') && { address: addressOf(request) }),
      ...(asks('bank') && { entity_type: 'individual' }),
    },
    transactions: {
      payments: [
        {
          amount,
          ...(hours !== null && { expiration_time: `P${hours / 24}D` }),
          payment_method: { id, type, ...(asks('bank') && bank && { financial_institution: bank }) },
        },
      ],
    },
    ...(asks('bank') && {
      config: { online: { callback_url: returnUrl } },
      additional_info: { payer: { ip_address: clientAddress } },
    }),
  };
}

/** Its forms ask for a first and a last name: a single name is both. */
function namesOf({ payerName }: AuthorizeRequest) {
  const [first = '', ...rest] = (payerName ?? '').trim().split(/\s+/);
  return {
    first_name: first.slice(0, maxNameLength),
    last_name: (rest.join(' ') || first).slice(0, maxNameLength),
  };
}

function identificationOf({ document, country }: AuthorizeRequest) {
  const number = (document ?? '').replace(/[\s./-]/g, '');
  if (country === 'COL') return { type: 'CC', number };
  return { type: number.length === 11 ? 'CPF' : 'CNPJ', number };
}

/** Its form has the number and the neighbourhood apart: "Rua Um 2, Centro" has both. */
function addressOf({ address }: AuthorizeRequest) {
  if (!address) return undefined;
  const [line = '', ...parts] = address.street.split(',').map((part) => part.trim());
  const last = line.lastIndexOf(' ') + 1;
  const numberInLine = last > 0 && /^\d\S*$/.test(line.slice(last)) ? line.slice(last) : undefined;
  const numberAfter = /^\d\S*$/.test(parts[0] ?? '') ? parts.shift() : undefined;
  return {
    street_name: numberInLine ? line.slice(0, last).trim() : line,
    street_number: numberInLine ?? numberAfter ?? 'S/N',
    neighborhood: parts.join(', ') || 'Não informado',
    city: address.city,
    state: address.state,
    zip_code: address.postalCode.replace(/\D/g, ''),
  };
}

/** Which of its fields has to be there is in no definition: all are read as optional, whatever their type. */
type Fields = Readonly<Record<string, unknown>>;

/** `origin` is the API's: the pages of a simulator lie there. */
export function toLocalOutcome(order: Order, asked: AskedAttempt, origin: string): AttemptOutcome {
  const detail = order.status_detail ?? '';
  const refused = (reason: RefusalReason): AttemptOutcome => ({
    outcome: 'refused',
    reason,
    isSoft: false,
    card: null,
  });
  switch (order.status) {
    // Without its data it is still being made.
    case 'created':
    case 'processing':
    case 'action_required':
      return waiting(order, asked, origin);
    case 'processed':
    case 'refunded':
    case 'charged_back': {
      const fault = faultOf(order, asked);
      if (fault) return { outcome: 'unknown', cause: fault };
      const paid = paidOf(order, asked);
      if (paid === null) return { outcome: 'unknown', cause: 'Mercado Pago told a paid amount that is none' };
      if (paid.amountMinor !== asked.amount.amountMinor) {
        return { outcome: 'other_amount', processorReference: order.id, paid };
      }
      return { outcome: 'approved', processorReference: order.id, card: null };
    }
    case 'failed':
      return refused(asked.instructions ? 'not_paid_in_time' : 'payment_refused');
    case 'expired':
      return refused('not_paid_in_time');
    case 'canceled':
    case 'cancelled':
      return refused(detail === 'expired' ? 'not_paid_in_time' : 'left_page');
  }
  return { outcome: 'unknown', cause: 'Mercado Pago told a status we do not know' };
}

function waiting(order: Order, asked: AskedAttempt, origin: string): AttemptOutcome {
  const fault = faultOf(order, asked);
  if (fault) return { outcome: 'unknown', cause: fault };
  const payment = order.transactions?.payments?.at(-1);
  const given = fieldsOf(payment?.payment_method);
  if (methods[asked.method].way !== 'instructions') {
    const url = pageIn(given.redirect_url, origin);
    return url ? { outcome: 'challenge', url, handle: order.id } : stillMaking;
  }
  const instructions =
    toInstructions(given, payment?.date_of_expiration, asked, origin) ?? asked.instructions;
  return instructions ? { outcome: 'instructions', handle: order.id, instructions } : stillMaking;
}

export const stillMaking: AttemptOutcome = {
  outcome: 'unknown',
  cause: 'Mercado Pago does not yet say what the customer pays by',
};

function toInstructions(
  given: Fields,
  expires: unknown,
  asked: AskedAttempt,
  origin: string,
): PaymentInstructions | null {
  const documentUrl = pageIn(given.ticket_url, origin);
  const shown = shownOf(asked.method, given);
  const details = shown ? [shown] : [];
  if (details.length === 0 && documentUrl === null) return null;
  const digits = textIn(given.barcode_content);
  const isBoleto = asked.method === 'BOLETO' && /^\d{44}$/.test(digits);
  return {
    expiresAt: timeIn(expires) ?? usualEnd(asked),
    details,
    qr: shown?.label === 'pix_code' ? shown.value : null,
    // How counters read the other barcodes is not defined: its own page has them.
    barcode: isBoleto ? { kind: 'itf', digits } : null,
    documentUrl,
  };
}

/** Shown only if it is certainly what it should be: otherwise its own page is. */
function shownOf(method: MethodCode, given: Fields): { label: InstructionLabel; value: string } | null {
  const reference = textIn(given.reference);
  switch (method) {
    case 'PIX': {
      const value = textIn(given.qr_code);
      return /^000201[\x20-\x7e]+$/.test(value) ? { label: 'pix_code', value } : null;
    }
    case 'BOLETO': {
      const value = textIn(given.digitable_line).replace(/[\s.]/g, '');
      return /^\d{47}$/.test(value) ? { label: 'boleto_line', value } : null;
    }
    case 'SPEI':
      return isClabe(reference) ? { label: 'clabe', value: reference } : null;
    default:
      return reference === '' ? null : { label: 'payment_code', value: reference };
  }
}

/** The payer types the amount of some methods. Without a word of it, all was paid. null: it cannot be read. */
function paidOf({ total_paid_amount: told }: Order, { amount }: AskedAttempt): Money | null {
  if (told === undefined || told === null) return amount;
  const amountMinor = fromWritten(String(told), amount.currency);
  return amountMinor !== null && amountMinor > 0n ? { ...amount, amountMinor } : null;
}

/** The time that we ask for, if its answer names none. */
function usualEnd({ method, createdAt }: AskedAttempt): string {
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

/** Customers are sent only to pages over TLS, except those of a simulator. */
function pageIn(value: unknown, origin: string): string | null {
  const url = URL.parse(textIn(value));
  return url?.protocol === 'https:' || url?.origin === origin ? url.href : null;
}

function timeIn(value: unknown): string | null {
  const time = new Date(textIn(value));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
