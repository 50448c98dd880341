import { moneyToNumber } from '../money/money.ts';
import type { Charge, ChargeStatus } from './charge.ts';

/** Payload B of the interface: exactly its fields, under its names. */
export interface PaymentNotice {
  transactionDate: string;
  transactionStatus: string;
  transactionId: string;
  totalAmount: number;
  paymentMethod: string;
  email: string;
  numeroOrden: string;
  merchantId: string;
}

export function paymentNotice(charge: Charge, status: ChargeStatus, at: Date): PaymentNotice {
  return {
    transactionDate: formatUtc(at),
    transactionStatus: status,
    transactionId: charge.id,
    totalAmount: moneyToNumber(charge.amount),
    paymentMethod: charge.method,
    email: charge.email ?? '',
    numeroOrden: charge.orderNumber ?? '',
    merchantId: charge.merchantId,
  };
}

/** "YYYY-MM-DD HH:MM:SS", UTC. */
export function formatUtc(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
