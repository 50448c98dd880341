/** Medusa's countries have two letters, Pasarela's three. */
const countries: Readonly<Record<string, string>> = {
  AR: 'ARG',
  BO: 'BOL',
  BR: 'BRA',
  CL: 'CHL',
  CO: 'COL',
  CR: 'CRI',
  DO: 'DOM',
  EC: 'ECU',
  ES: 'ESP',
  GT: 'GTM',
  HN: 'HND',
  MX: 'MEX',
  NI: 'NIC',
  PA: 'PAN',
  PE: 'PER',
  PR: 'PRI',
  PT: 'PRT',
  PY: 'PRY',
  SV: 'SLV',
  US: 'USA',
  UY: 'URY',
  VE: 'VEN',
};

/** Undefined: not known. */
export function countryOf(code: string | null | undefined): string | undefined {
  const upper = code?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(upper) ? upper : countries[upper];
}
