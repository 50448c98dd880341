import type { Language } from './language.ts';

/** Regions with number formats of their own: ISO 3166 alpha-3 to the region of a locale. */
export const regions: Readonly<Record<string, string>> = {
  ARG: 'AR',
  BOL: 'BO',
  BRA: 'BR',
  CHL: 'CL',
  COL: 'CO',
  CRI: 'CR',
  DOM: 'DO',
  ECU: 'EC',
  ESP: 'ES',
  FRA: 'FR',
  GBR: 'GB',
  GTM: 'GT',
  HND: 'HN',
  MEX: 'MX',
  NIC: 'NI',
  PAN: 'PA',
  PER: 'PE',
  PRI: 'PR',
  PRT: 'PT',
  PRY: 'PY',
  SLV: 'SV',
  URY: 'UY',
  USA: 'US',
  VEN: 'VE',
};

/** The time zones of these regions, without `America/`. A merchant states its zone, not its country. */
const zones: Readonly<Record<string, string>> = {
  AR: 'Buenos_Aires Argentina/Buenos_Aires Argentina/Catamarca Argentina/Cordoba Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia',
  BO: 'La_Paz',
  BR: 'Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha Porto_Velho Recife Rio_Branco Santarem Sao_Paulo',
  CL: 'Santiago Punta_Arenas Coyhaique',
  CO: 'Bogota',
  CR: 'Costa_Rica',
  DO: 'Santo_Domingo',
  EC: 'Guayaquil',
  GT: 'Guatemala',
  HN: 'Tegucigalpa',
  MX: 'Bahia_Banderas Cancun Chihuahua Ciudad_Juarez Hermosillo Matamoros Mazatlan Merida Mexico_City Monterrey Ojinaga Tijuana',
  NI: 'Managua',
  PA: 'Panama',
  PE: 'Lima',
  PR: 'Puerto_Rico',
  PY: 'Asuncion',
  SV: 'El_Salvador',
  US: 'New_York Chicago Denver Phoenix Los_Angeles Anchorage Detroit Boise',
  UY: 'Montevideo',
  VE: 'Caracas',
};
const regionOfZones = new Map<string, string>([
  ...Object.entries(zones).flatMap(([region, names]) =>
    names.split(' ').map((name) => [`America/${name}`, region] as const),
  ),
  ['Europe/Madrid', 'ES'],
  ['Atlantic/Canary', 'ES'],
  ['Europe/Lisbon', 'PT'],
  ['Europe/Paris', 'FR'],
  ['Europe/London', 'GB'],
  ['Pacific/Galapagos', 'EC'],
]);

/** The region of a time zone; null: it says nothing about money, as UTC does. */
export function regionOfZone(timeZone: string): string | null {
  return regionOfZones.get(timeZone) ?? null;
}

/** "es" and "CO" give "es-CO"; without a region the language alone. */
export function localeOf(language: Language, region: string | null | undefined): string {
  return region ? `${language}-${region}` : language;
}
