/** Where recipients mostly are, by both codes: the longer is asked for, the browser names the shorter. */
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

/** For a list to choose from, in the order of the language. */
export function namedCountries(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return Object.entries(near)
    .map(([value, short]) => ({ value, label: names.of(short) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}
