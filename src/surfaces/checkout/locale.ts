import { type Language, languages } from '../../base/money/language.ts';

/** Most customers are in Spanish-speaking America. */
const defaultLanguage: Language = 'es';

/** The language chosen by the customer, or by the merchant for the charge, else the browser's, else Spanish. */
export function chooseLanguage(chosen: Language | null, acceptLanguage: string | undefined): Language {
  return chosen ?? browserLanguage(acceptLanguage) ?? defaultLanguage;
}

/** The first of our languages that the browser asks for; null: it asks for none of them. */
export function browserLanguage(acceptLanguage: string | undefined): Language | null {
  const wanted = (acceptLanguage ?? '')
    .slice(0, maxHeaderLength)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
      return { language: languages.find((known) => known === tag.split('-')[0]), q: Number(q ?? 1) };
    })
    .filter(({ language, q }) => language !== undefined && q > 0)
    .sort((a, b) => b.q - a.q);
  return wanted[0]?.language ?? null;
}

/** Browsers send less than a hundred characters. */
const maxHeaderLength = 500;
