import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { type Language, languages } from '../../src/base/money/language.ts';
import { localeOf } from '../../src/base/money/region.ts';
import { amountText, coinText, numberText, shareText } from '../../src/base/money/written.ts';
import {
  dayText,
  durationText,
  monthText,
  shortDayText,
  shortTimeText,
} from '../../src/base/money/written-time.ts';
import { FirstSight } from '../parts/first-sight.tsx';
import type { DashboardTexts } from '../texts/dashboard/en.ts';
import { loadDashboardTexts, loadOperatorTexts } from '../texts/load.ts';
import type { OperatorTexts } from '../texts/operator/en.ts';
import { unreachable } from '../texts/unreachable.ts';

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
  if (!state) return isUnreachable ? <p role="alert">{unreachable[firstLanguage()]}</p> : <FirstSight />;
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

const RegionContext = createContext<string | null>(null);

/** The country of the merchant that is open: amounts and dates are written as there. */
export function RegionProvider({ region, children }: { region: string | null; children: ReactNode }) {
  return <RegionContext value={region}>{children}</RegionContext>;
}

/** Where the merchant's country is unknown, the reader's browser may know one. */
function browserRegion(language: Language): string | null {
  const own = navigator.languages.find((each) => each.toLowerCase().startsWith(`${language}-`));
  return own === undefined ? null : (new Intl.Locale(own).region ?? null);
}

/** Writes amounts, numbers and times in the reader's language, as in the merchant's country. */
export function useFormats() {
  const { language } = useLanguage();
  const region = useContext(RegionContext);
  return useMemo(() => {
    const locale = localeOf(language, region ?? browserRegion(language));
    return {
      locale,
      date: (iso: string): string => shortTimeText(new Date(iso), locale),
      /** A calendar day, e.g. 2026-01-31, without a time zone. */
      day: (day: string): string => shortDayText(day, locale),
      longDay: (day: string): string => dayText(day, locale),
      /** A month, e.g. 2026-01. */
      month: (month: string): string => monthText(month, locale),
      /** In the largest unit of which there is at least one. */
      duration: (seconds: number): string => durationText(seconds, locale),
      number: (decimal: string): string => numberText(decimal, locale),
      count: (count: number): string => numberText(count, locale),
      /** A part of one, e.g. 0.953, as a percentage. */
      share: (part: number, decimals = 0): string => shareText(part, locale, decimals),
      /** A network's coin, whose code may look like a currency's. */
      coin: (decimal: string, code: string): string => coinText(decimal, code, locale),
      money: (decimal: string, currency: string): string => amountText(decimal, currency, locale),
      /** A currency or a token. */
      amount: (decimal: string, code: string): string => amountText(decimal, code, locale),
    };
  }, [language, region]);
}
