/** A country that dLocal takes payments from. */
export interface DlocalCountry {
  /** ISO 3166-1 alpha-2, as dLocal names it. */
  code: string;
  /** US dollars are also accepted everywhere. */
  currency: string;
  needsDocument: boolean;
}

/** Keyed by ISO 3166-1 alpha-3. Acquirers in the countries after the bar ask for no document. */
const table =
  'ARG AR ARS, BEN BJ XOF, BGD BD BDT, BHR BH BHD, BOL BO BOB, BRA BR BRL, BWA BW BWP, CAF CF XAF, CHL CL CLP, ' +
  'CHN CN CNY, CIV CI XOF, CMR CM XAF, COL CO COP, CRI CR CRC, ECU EC USD, EGY EG EGP, GHA GH GHS, GTM GT GTQ, ' +
  'HND HN HNL, IDN ID IDR, IND IN INR, JPN JP JPY, KEN KE KES, MAR MA MAD, MEX MX MXN, MYS MY MYR, NGA NG NGN, ' +
  'NIC NI NIO, PAK PK PKR, PER PE PEN, PHL PH PHP, PRY PY PYG, RWA RW RWF, SEN SN XOF, SLV SV USD, THA TH THB, ' +
  'TUR TR TRY, TZA TZ TZS, UGA UG UGX, URY UY UYU, VNM VN VND, ZAF ZA ZAR | DOM DO DOP, PAN PA USD';

const countries = new Map<string, DlocalCountry>();

for (const [at, part] of table.split(' | ').entries()) {
  for (const row of part.split(', ')) {
    const [alpha3 = '', code = '', currency = ''] = row.split(' ');
    countries.set(alpha3, { code, currency, needsDocument: at === 0 });
  }
}

export function countryAtDlocal(alpha3: string): DlocalCountry | null {
  return countries.get(alpha3) ?? null;
}
