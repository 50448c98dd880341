import type { Merchant } from '../merchants/merchant.ts';

/** Whose page it is and whom to ask. */
export interface Payee {
  merchantName: string;
  /** As the merchant set them; null: not set. */
  supportEmail: string | null;
  supportUrl: string | null;
}

/** What a page tells of the merchant it belongs to. */
export function payeeOf(merchant: Merchant | null): Payee {
  return {
    merchantName: merchant?.name ?? '',
    supportEmail: merchant?.settings.supportEmail ?? null,
    supportUrl: merchant?.settings.supportUrl ?? null,
  };
}
