import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Language } from '../../src/base/money/language.ts';
import { commonTexts } from '../texts/common/all.ts';
import type { CommonTexts } from '../texts/common/en.ts';

const key = 'pasarela-language';

interface Speaking {
  language: Language;
  /** What stands on every page. */
  common: CommonTexts;
  speak(language: Language): void;
}

const LanguageContext = createContext<Speaking | null>(null);

/** The one they chose, else the first of the browser's that is spoken here. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(key), ...navigator.languages];
  const known = wanted
    .map((each) => each?.slice(0, 2).toLowerCase())
    .find((each) => each && each in commonTexts);
  return (known as Language | undefined) ?? 'en';
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speak = (next: Language): void => {
    localStorage.setItem(key, next);
    setLanguage(next);
  };
  return (
    <LanguageContext value={{ language, common: commonTexts[language], speak }}>{children}</LanguageContext>
  );
}

export function useLanguage(): Speaking {
  const speaking = useContext(LanguageContext);
  if (!speaking) throw new Error('there is no language here');
  return speaking;
}

/** The texts of an area, in the language that is spoken. */
export function useTexts<Texts>(of: Readonly<Record<Language, Texts>>): Texts {
  return of[useLanguage().language];
}

/** Dates, numbers and money as the language writes them. Decimals are texts, which keep every digit (ECMA-402 2023). */
export function useFormats() {
  const { language } = useLanguage();
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const shortDays = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const longDays = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 18 });
  const tokens = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 8 });
  const exact = (decimal: string): Intl.StringNumericLiteral => decimal as Intl.StringNumericLiteral;
  const coin = (decimal: string, code: string): string => `${tokens.format(exact(decimal))} ${code}`;
  const money = (decimal: string, currency: string): string => {
    // Some currencies are written without the decimals that they are counted in, unless there are any.
    const decimals = /\.(\d*[1-9]\d*)$/.exec(decimal)?.[1]?.length;
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      ...(decimals && { minimumFractionDigits: decimals }),
    }).format(exact(decimal));
  };
  return {
    date: (iso: string): string => dates.format(new Date(iso)),
    /** A day as it stands in the calendar, e.g. 2026-01-31, wherever that is. */
    day: (day: string): string => shortDays.format(new Date(`${day}T00:00:00Z`)),
    longDay: (day: string): string => longDays.format(new Date(`${day}T00:00:00Z`)),
    /** So long, in the largest unit that says something. */
    duration: (seconds: number): string => durationText(seconds, language),
    number: (decimal: string): string => numbers.format(exact(decimal)),
    count: (count: number): string => numbers.format(count),
    money,
    /** Of a network's coin, which may look like the code of a currency and is none. */
    coin,
    /** Money of any kind: a currency, or what is paid on chains. */
    amount: (decimal: string, asset: string): string =>
      asset.length === 3 ? money(decimal, asset) : coin(decimal, asset),
  };
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function durationText(seconds: number, language: string): string {
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? units[3];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.floor(seconds / length));
}
