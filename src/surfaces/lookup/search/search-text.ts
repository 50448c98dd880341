import { parseDecimal } from '../../../base/money/money.ts';
import { readTypedAmount } from '../../../base/money/typed-amount.ts';

/** What a typed text may mean. */
export interface SearchText {
  text: string;
  /** The text as typed and in both cases: merchants' own numbers are stored as they came. */
  beginnings: string[];
  /** In lower case and without accents, for words of descriptions and names. */
  words: string;
  /** The amounts that it may be, as decimals: "1.234" is one or the other by language. */
  amounts: string[];
}

export function readSearchText(given: string): SearchText {
  const text = given.trim();
  return {
    text,
    beginnings: [...new Set([text, text.toUpperCase(), text.toLowerCase()])],
    words: plain(text),
    amounts: amountsOf(text),
  };
}

function amountsOf(text: string): string[] {
  const digits = text.replaceAll(/^(?:US|R)?\$|^[A-Z]{3,4}\b|\b[A-Z]{3,4}$/gi, '').trim();
  const read = ['es-CO', 'en-US'].flatMap((locale) =>
    [0, 2, 3].map((decimals) => readTypedAmount(digits, locale, decimals)),
  );
  return [...new Set(read.filter((amount) => amount !== null))];
}

/** The amounts in the units of a currency with so many decimals. */
export function amountsInUnits(amounts: readonly string[], exponent: number): string[] {
  const units = amounts.map((amount) => parseDecimal(amount, exponent));
  return units.filter((each) => typeof each === 'bigint').map(String);
}

/** The letters with accents of our languages, and the same without. `translate` in SQL takes them, too. */
export const accents = { from: 'áàâãäéèêëíìîïóòôõöúùûüñç', to: 'aaaaaeeeeiiiiooooouuuunc' };

export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{ASCII}]/gu, (letter) => {
    const at = accents.from.indexOf(letter);
    return at < 0 ? letter : (accents.to[at] as string);
  });
}
