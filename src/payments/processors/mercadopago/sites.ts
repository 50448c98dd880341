/**
 * Mercado Pago's countries, by its own codes. An account belongs to one country, and takes only its currency.
 * `decimals` are those accepted there: fewer than ISO 4217 has for the Colombian peso.
 */
export const sites = {
  MLA: site('ARS', 2, ['visa', 'mastercard', 'amex', 'diners', 'naranja', 'cabal', 'maestro']),
  MLB: site('BRL', 2, ['visa', 'mastercard', 'amex', 'diners', 'elo', 'hipercard']),
  MLC: site('CLP', 0, ['visa', 'mastercard', 'amex', 'diners']),
  MCO: site('COP', 0, ['visa', 'mastercard', 'amex', 'diners']),
  MLM: site('MXN', 2, ['visa', 'mastercard', 'amex', 'carnet']),
  MPE: site('PEN', 2, ['visa', 'mastercard', 'amex', 'diners']),
  MLU: site('UYU', 2, ['visa', 'mastercard', 'amex', 'diners']),
} as const satisfies Record<string, Site>;

export interface Site {
  readonly currency: string;
  readonly decimals: number;
  readonly brands: readonly string[];
}

export type SiteId = keyof typeof sites;

export const siteIds = Object.keys(sites) as SiteId[];

function site(currency: string, decimals: number, brands: readonly string[]): Site {
  return { currency, decimals, brands };
}
