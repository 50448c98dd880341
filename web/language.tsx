import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Language } from '../src/money/language.ts';
import { commonTexts } from './texts/common/all.ts';
import type { CommonTexts } from './texts/common/en.ts';

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

export function useFormats() {
  const { language } = useLanguage();
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    date: (iso: string): string => dates.format(new Date(iso)),
    money: (amount: string, currency: string): string =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount)),
  };
}
