/** Common recipient countries: the API takes the three-letter code, Intl names the two-letter code. */
const near: Readonly<Record<string, string>> = {
  ARG: 'AR',
  BOL: 'BO',
  BRA: 'BR',
  CHL: 'CL',
  COL: 'CO',
  CRI: 'CR',
  DOM: 'DO',
  ECU: 'EC',
  SLV: 'SV',
  ESP: 'ES',
  USA: 'US',
  GTM: 'GT',
  HND: 'HN',
  MEX: 'MX',
  NIC: 'NI',
  PAN: 'PA',
  PRY: 'PY',
  PER: 'PE',
  PRT: 'PT',
  URY: 'UY',
  VEN: 'VE',
};

/** Options sorted by name in the reader's language. */
export function namedCountries(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return Object.entries(near)
    .map(([value, short]) => ({ value, label: names.of(short) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}
