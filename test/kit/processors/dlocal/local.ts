import type { PaymentRow } from './books.ts';

/** Local methods at dLocal, by its public definitions: what each answers with. */

interface LocalMethod {
  country: string;
  type: 'TICKET' | 'BANK_TRANSFER' | 'WALLET';
  /** Whether it can be paid without dLocal's page. */
  isDirect: boolean;
  /** The part of the answer that tells what to pay by. */
  ticket?: object;
  transfer?: object;
}

const redirect = { isDirect: false } as const;

export const localMethods: Readonly<Record<string, LocalMethod>> = {
  PQ: {
    country: 'BR',
    type: 'TICKET',
    isDirect: true,
    ticket: {
      type: 'CUSTOM',
      number:
        '00020101021226580014br.gov.bcb.pix0136sim5204000053039865802BR5909Simulated6009SAO PAULO63041D3D',
      id: 'QRS2-1',
      barcode: 'iVBORw0KGgo=',
      company_name: 'Simulated',
      provider_name: 'pix',
    },
  },
  BL: {
    country: 'BR',
    type: 'TICKET',
    isDirect: true,
    ticket: {
      type: 'CUSTOM',
      number: '23799755200003700003381260007827139500006330',
      barcode: '23799755200003700003381260007827139500006330',
      id: '1',
      company_name: 'Simulated',
      provider_name: 'boleto',
    },
  },
  PC: { country: 'CO', type: 'BANK_TRANSFER', ...redirect },
  EY: {
    country: 'CO',
    type: 'TICKET',
    isDirect: true,
    ticket: {
      type: 'CUSTOM',
      format: 'Code 128',
      number: '12345678',
      barcode: '415770998',
      company_name: 'Simulated',
    },
  },
  QP: { country: 'CO', type: 'WALLET', ...redirect },
  SE: {
    country: 'MX',
    type: 'BANK_TRANSFER',
    isDirect: true,
    transfer: {
      bank_account_type: 'CHECKING',
      bank_name: 'STP',
      bank_account: '646180205700001446',
      bank_account_label: 'CLABE',
      beneficiary_name: 'Simulated',
      reference: '0000144',
    },
  },
  OX: {
    country: 'MX',
    type: 'TICKET',
    isDirect: true,
    ticket: { type: 'REFERENCE_CODE', number: '8500-0273-6135-11' },
  },
  EF: {
    country: 'PE',
    type: 'TICKET',
    isDirect: true,
    ticket: { type: 'CUSTOM', number: '19283746', id: 'EF-1', provider_name: 'PagoEfectivo' },
  },
  YP: { country: 'PE', type: 'WALLET', ...redirect },
  WP: { country: 'CL', type: 'BANK_TRANSFER', ...redirect },
  IO: { country: 'CL', type: 'BANK_TRANSFER', ...redirect },
  SP: {
    country: 'CL',
    type: 'TICKET',
    isDirect: true,
    ticket: { type: 'REFERENCE_CODE', number: '90210011' },
  },
  RP: {
    country: 'AR',
    type: 'TICKET',
    isDirect: true,
    ticket: { type: 'CUSTOM', number: '330000123', barcode: '3'.repeat(42), id: '3'.repeat(42) },
  },
  PF: {
    country: 'AR',
    type: 'TICKET',
    isDirect: true,
    ticket: { type: 'CUSTOM', number: '770000123', barcode: '7'.repeat(42), id: '7'.repeat(42) },
  },
};

const days = 5;

/** What dLocal adds to a payment by a local method; an empty object where its examples have one. */
export function localObject({ id, method, flow, createdAt }: PaymentRow, baseUrl: string): object {
  const local = localMethods[method];
  if (!local || flow === 'REDIRECT') return {};
  const expires = new Date(createdAt.getTime() + days * 24 * 3_600_000).toISOString().replace('Z', '+0000');
  const page = `${baseUrl}/gmf-apm/payments/${id}`;
  return {
    ticket: local.ticket ? { ...local.ticket, expiration_date: expires, image_url: page } : {},
    bank_transfer: local.transfer
      ? { ...local.transfer, expiration_date: expires, redirect_url: page, user_payment_amount: null }
      : {},
  };
}

/** Without what the first answer told: dLocal does not promise to repeat it. */
export function withoutLocal(payment: object): object {
  const { ticket: _, bank_transfer: __, ...rest } = payment as Record<string, unknown>;
  return rest;
}
