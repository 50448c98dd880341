import type { Merchant } from '../../accounts/merchants/merchant.ts';

/** Whose page it is and whom to ask. */
export interface Payee {
  merchantName: string;
  /** As the merchant set them; null: not set. */
  supportEmail: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
  brandColor: string | null;
  /** On the page's own host. */
  logoUrl: string | null;
}

/** Where logos are, each under the hash of what is in it. */
export const logoFolder = '/brand/';

/** What a page tells of the merchant it belongs to. */
export function payeeOf(merchant: Merchant | null): Payee {
  return {
    merchantName: merchant?.name ?? '',
    supportEmail: merchant?.settings.supportEmail ?? null,
    supportUrl: merchant?.settings.supportUrl ?? null,
    termsUrl: merchant?.settings.termsUrl ?? null,
    brandColor: merchant?.settings.brandColor ?? null,
    logoUrl: merchant?.settings.logoHash ? logoFolder + merchant.settings.logoHash : null,
  };
}
