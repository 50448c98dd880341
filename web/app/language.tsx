import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { type Language, languages } from '../../src/base/money/language.ts';
import type { DashboardTexts } from '../texts/dashboard/en.ts';
import { loadDashboardTexts, loadOperatorTexts } from '../texts/load.ts';
import type { OperatorTexts } from '../texts/operator/en.ts';

const key = 'pasarela-language';

interface LanguageState {
  language: Language;
  texts: DashboardTexts;
  choose(language: Language): void;
}

const LanguageContext = createContext<LanguageState | null>(null);

/** The language the reader chose, else the first of the browser's languages that we have. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(key), ...navigator.languages].map((each) =>
    each?.slice(0, 2).toLowerCase(),
  );
  return wanted.flatMap((each) => languages.filter((language) => language === each))[0] ?? 'en';
}

/** Loads the texts of the reader's language only. Nothing is shown before they are there. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Omit<LanguageState, 'choose'> | null>(null);
  const [isUnreachable, setUnreachable] = useState(false);
  const load = useCallback(async (language: Language): Promise<void> => {
    const texts = await loadDashboardTexts(language);
    document.documentElement.lang = language;
    // In a transition, an operator's page stays in sight until its own texts are loaded, too.
    startTransition(() => setState({ language, texts }));
  }, []);
  useEffect(() => {
    load(firstLanguage()).catch(() => setUnreachable(true));
  }, [load]);
  const choose = (language: Language): void => {
    localStorage.setItem(key, language);
    void load(language);
  };
  if (!state) return isUnreachable && <p role="alert">The server cannot be reached. Reload the page.</p>;
  return <LanguageContext value={{ ...state, choose }}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageState & { common: DashboardTexts['common'] } {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('no LanguageProvider above this component');
  return { ...state, common: state.texts.common };
}

/** A language's name in that language, e.g. Español. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

export const languageChoices = languages.map((value) => ({ value, label: languageName(value) }));

/** The dashboard's texts in the reader's language. */
export function useTexts(): DashboardTexts {
  return useLanguage().texts;
}

/** The texts of the operator's pages, which are loaded when the first of these pages is opened. */
export function useOperatorTexts(): OperatorTexts {
  return use(loadOperatorTexts(useLanguage().language));
}

/** Formats dates, numbers and money in the reader's language. Decimals are strings, so that no digit is lost (ECMA-402 2023). */
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
    // Intl leaves out the decimals of some currencies; show them if they are not zero.
    const decimals = /\.(\d*[1-9]\d*)$/.exec(decimal)?.[1]?.length;
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      ...(decimals && { minimumFractionDigits: decimals }),
    }).format(exact(decimal));
  };
  return {
    date: (iso: string): string => dates.format(new Date(iso)),
    /** A calendar day, e.g. 2026-01-31, without a time zone. */
    day: (day: string): string => shortDays.format(new Date(`${day}T00:00:00Z`)),
    longDay: (day: string): string => longDays.format(new Date(`${day}T00:00:00Z`)),
    /** In the largest unit of which there is at least one. */
    duration: (seconds: number): string => durationText(seconds, language),
    number: (decimal: string): string => numbers.format(exact(decimal)),
    count: (count: number): string => numbers.format(count),
    money,
    /** A network's coin, whose code may look like a currency's. */
    coin,
    /** A currency or a token. */
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
