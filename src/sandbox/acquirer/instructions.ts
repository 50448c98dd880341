import { exponentOf } from '../../base/money/currency.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { boleto, clabe, pixCode } from './codes.ts';
import type { LocalPayment } from './local-payments.ts';

/** What the acquirer tells a customer to pay by, in its own words. */
export interface GivenInstructions {
  expires_at: string;
  page: string;
  qr?: string;
  code?: string;
  line?: string;
  barcode?: string;
  account?: string;
  agreement?: string;
  bank?: string;
  holder?: string;
}

export function instructionsOf(payment: LocalPayment, page: string): GivenInstructions | null {
  const { method, reference, amountMinor, currency, expiresAt } = payment;
  if (amountMinor === null || currency === null || expiresAt === null) return null;
  const base = { expires_at: expiresAt.toISOString(), page };
  const digits = (count: number): string => `9${reference.toString().padStart(count - 1, '0')}`;
  switch (method) {
    case 'PIX':
      return { ...base, qr: pixCode(reference, formatDecimal(amountMinor, exponentOf(currency))) };
    case 'BOLETO': {
      const { line, barcode } = boleto(reference, amountMinor);
      return { ...base, line, barcode };
    }
    case 'SPEI':
      return {
        ...base,
        account: clabe(reference),
        bank: 'Banco Sandbox',
        holder: 'Pasarela Sandbox',
        code: digits(7),
      };
    case 'EFECTY':
      return { ...base, agreement: '999999', code: digits(8) };
    default:
      return { ...base, code: digits(14), barcode: digits(14) };
  }
}
