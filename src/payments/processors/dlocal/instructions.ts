import { methods } from '../../../accounts/methods/methods.ts';
import { isClabe } from '../../../base/money/clabe.ts';
import type { AskedAttempt, InstructionLabel, PaymentInstructions } from '../../charges/payment-processor.ts';
import { fromDlocalAmount } from './amounts.ts';
import { barcodeOfNumber, numberOfBarcode } from './boleto.ts';
import type { PaymentAtDlocal } from './payments.ts';

/** dLocal's tickets and bank transfers, as what the customer pays by. Any field may be missing or odd. */

type Fields = Readonly<Record<string, unknown>>;
type Shown = Pick<PaymentInstructions, 'details' | 'qr' | 'barcode'>;

/** null: what the customer needs is in neither the answer nor a page of dLocal's. */
export function toInstructions(
  { ticket: ticketTold, bank_transfer: transferTold }: PaymentAtDlocal,
  asked: Pick<AskedAttempt, 'method' | 'amount' | 'createdAt'>,
): PaymentInstructions | null {
  const [ticket, transfer] = [fieldsOf(ticketTold), fieldsOf(transferTold)];
  const shown = isOtherAmount(transfer, asked) ? null : shownBy(asked.method, ticket, transfer);
  const documentUrl = pageIn(ticket.image_url) ?? pageIn(transfer.redirect_url);
  if (!shown && !documentUrl) return null;
  const expiresAt = timeIn(ticket.expiration_date) ?? timeIn(transfer.expiration_date) ?? usualEnd(asked);
  return { ...(shown ?? { details: [], qr: null, barcode: null }), expiresAt, documentUrl };
}

function shownBy(method: AskedAttempt['method'], ticket: Fields, transfer: Fields): Shown | null {
  const number = textIn(ticket.number);
  const company = textIn(ticket.company_name);
  switch (method) {
    case 'PIX':
      return shownPix(number);
    case 'BOLETO':
      return shownBoleto(digitsIn(ticket.number), digitsIn(ticket.barcode));
    case 'SPEI':
      return shownTransfer(transfer);
    case 'EFECTY':
      return shownCode(number, company, digitsIn(ticket.barcode));
    default:
      // How dLocal draws the barcodes of other counters is not defined: its own page has them.
      return shownCode(number, company, '');
  }
}

/** The start of every Pix code: any other text is not one. */
const brCode = /^000201[\x20-\x7e]+$/;

function shownPix(number: string | null): Shown | null {
  if (!number || !brCode.test(number)) return null;
  return { details: detailsOf([['pix_code', number]]), qr: number, barcode: null };
}

/** dLocal names the line of 47 digits in some answers, the barcode of 44 in others. */
function shownBoleto(number: string, barcode: string): Shown | null {
  const line = barcodeOfNumber(number) ? number : (numberOfBarcode(number) ?? numberOfBarcode(barcode));
  if (line === null) return null;
  const digits = barcodeOfNumber(line);
  return {
    details: detailsOf([['boleto_line', line]]),
    qr: null,
    barcode: digits === null ? null : { kind: 'itf', digits },
  };
}

function shownTransfer(transfer: Fields): Shown | null {
  const clabe = digitsIn(transfer.bank_account);
  if (!isClabe(clabe)) return null;
  const details = detailsOf([
    ['clabe', clabe],
    ['reference', textIn(transfer.reference)],
    ['bank', textIn(transfer.bank_name)],
    ['beneficiary', textIn(transfer.beneficiary_name)],
  ]);
  return { details, qr: null, barcode: null };
}

function shownCode(number: string | null, company: string | null, barcode: string): Shown | null {
  if (number === null) return null;
  return {
    details: detailsOf([
      ['payment_code', number],
      ['beneficiary', company],
    ]),
    qr: null,
    barcode: barcode !== '' ? { kind: 'code128', digits: barcode } : null,
  };
}

function detailsOf(labelled: readonly [InstructionLabel, string | null][]): PaymentInstructions['details'] {
  return labelled.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** Our page names the charge's amount: where the payer owes another one, only dLocal's page is right. */
function isOtherAmount(
  { user_payment_amount: told }: Fields,
  { amount }: Pick<AskedAttempt, 'amount'>,
): boolean {
  if (told === undefined || told === null) return false;
  const owed = fromDlocalAmount(Number(told), amount.currency);
  return owed?.amountMinor !== amount.amountMinor;
}

/** dLocal's own terms are longer, four days or more: a customer who is told less is never late. */
function usualEnd({ method, createdAt }: Pick<AskedAttempt, 'method' | 'createdAt'>): string {
  return new Date(createdAt.getTime() + (methods[method].payableHours ?? 0) * 3_600_000).toISOString();
}

function fieldsOf(told: unknown): Fields {
  return typeof told === 'object' && told !== null ? (told as Fields) : {};
}

const maxTextLength = 1000;

function textIn(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text !== '' && text.length <= maxTextLength ? text : null;
}

/** '' if there are none, or if there is anything else than the marks that people group them by. */
function digitsIn(value: unknown): string {
  const digits = (textIn(value) ?? '').replace(/[\s.-]/g, '');
  return /^\d+$/.test(digits) ? digits : '';
}

function pageIn(value: unknown): string | null {
  const url = URL.parse(textIn(value) ?? '');
  return url && ['https:', 'http:'].includes(url.protocol) ? url.href : null;
}

function timeIn(value: unknown): string | null {
  const time = new Date(textIn(value) ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
