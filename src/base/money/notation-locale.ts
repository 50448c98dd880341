/**
 * Spanish without a country: most readers are in America, where the sign stands first. In Brazil, too, commas separate
 * the decimals, and Intl knows no Spanish of Brazil.
 */
const locales: Readonly<Record<string, string>> = { es: 'es-CO', 'es-BR': 'es-CO' };

/** The locale whose numbers a reader expects. */
export function notationLocale(locale: string): string {
  return locales[locale] ?? locale;
}
