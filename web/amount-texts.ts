import { useLanguage } from './language.tsx';

/** Amounts of currencies and of tokens, which the language's own format of money does not know. */
export function useAmounts() {
  const { language } = useLanguage();
  const tokens = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 8 });
  const counts = new Intl.NumberFormat(language);
  // A text keeps every digit (ECMA-402 2023).
  const exact = (decimal: string): number => decimal as unknown as number;
  return {
    amount: (decimal: string, asset: string): string =>
      asset.length === 3
        ? new Intl.NumberFormat(language, {
            style: 'currency',
            currency: asset,
            currencyDisplay: 'code',
          }).format(exact(decimal))
        : `${tokens.format(exact(decimal))} ${asset}`,
    /** Of a network's coin, which looks like the code of a currency and is none. */
    coin: (decimal: string, code: string): string => `${tokens.format(exact(decimal))} ${code}`,
    count: (number: number): string => counts.format(number),
    /** So long, in the two largest units that say something. */
    duration: (seconds: number): string => durationText(seconds, language),
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
