import { useFormats } from '../app/language.tsx';

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
/** Older than this, a date says more than a number of days. */
const longSeconds = 6 * 86_400;

/** How long ago something was, with the full time for those who point at it and for screen readers. */
export function Ago({ iso }: { iso: string }) {
  const { date, locale } = useFormats();
  const seconds = (Date.now() - new Date(iso).getTime()) / 1000;
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? units[2];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const shown =
    seconds > longSeconds ? date(iso) : format.format(-Math.max(0, Math.floor(seconds / length)), unit);
  return (
    <time dateTime={iso} title={date(iso)}>
      {shown}
    </time>
  );
}
