import type { Merchant } from '../merchants/merchant.ts';
import type { Payee } from './views/footer.ts';

/** What a page tells of the merchant it belongs to. */
export function payeeOf(merchant: Merchant | null): Payee {
  return {
    merchantName: merchant?.name ?? '',
    supportEmail: merchant?.settings.supportEmail ?? null,
    supportUrl: merchant?.settings.supportUrl ?? null,
  };
}
