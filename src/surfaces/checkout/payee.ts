import type { Merchant } from '../../accounts/merchants/merchant.ts';

/** The merchant that the page belongs to, and its support contacts. */
export interface Payee {
  merchantName: string;
  /** The merchant's settings; null: not set. */
  supportEmail: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
  brandColor: string | null;
  /** On the page's own host. */
  logoUrl: string | null;
}

/** The path of logos, each named by the hash of its content. */
export const logoFolder = '/brand/';

/** A page's data about its merchant. */
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
