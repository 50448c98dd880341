/**
 * ISO 4217: the currencies in use and their decimals. Funds codes, metals and testing codes (XAU, XTS, UYI …) are
 * omitted: no card charge uses them.
 */
const exponents = new Map<string, number>();

function define(exponent: number, codes: string): void {
  for (const code of codes.split(' ')) exponents.set(code, exponent);
}

define(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF');
define(3, 'BHD IQD JOD KWD LYD OMR TND');
define(
  2,
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP ' +
    'CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
    'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
    'MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE ' +
    'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW',
);

export const currencyCodes: readonly string[] = [...exponents.keys()].sort();

export function isCurrency(code: string): boolean {
  return exponents.has(code);
}

/** The decimals of a currency, e.g. 2 for USD and 0 for CLP. */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`${currency} is not an ISO 4217 currency in use`);
  return exponent;
}
