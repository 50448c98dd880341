/**
 * Times and days for a person, on every surface. Apart from `written.ts`, because the scripts of the payment pages need
 * it and no currencies.
 */

/** Creating a format takes a hundred times as long as using it. There are few: one per locale, zone and style. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, style: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${options.timeZone ?? ''}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** To the minute and with its zone: "31 de enero de 2026, 12:00 p. m. COT". By default in the reader's own zone. */
export function timeIn(time: Date, locale: string, timeZone?: string): string {
  return formatOf(locale, 'time', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(time);
}

/** A time in a list, in the reader's own zone: "31 ene 2026, 12:00 p. m." */
export function shortTimeText(time: Date, locale: string): string {
  return formatOf(locale, 'short time', { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** A calendar day such as 2026-01-31, in words and without a time zone. */
export function dayText(day: string, locale: string): string {
  const format = formatOf(locale, 'day', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** "31 ene". */
export function shortDayText(day: string, locale: string): string {
  const format = formatOf(locale, 'short day', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The month 2026-01: "enero de 2026". */
export function monthText(month: string, locale: string): string {
  const format = formatOf(locale, 'month', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-15T00:00:00Z`));
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** In the largest unit of which there is at least one: "3 horas". */
export function durationText(seconds: number, locale: string): string {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? units[3];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / length),
  );
}

/** Whether times can be shown in a zone: an IANA name, not a bare offset, which has no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9+_/-]{0,49}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Formats the day of a time in a time zone, e.g. 2026-01-31. */
export function dayIn(zone: string): (time: Date) => string {
  const known = new Map<number, string>();
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (time) => {
    const hour = time.getTime();
    const day = known.get(hour) ?? format.format(time);
    known.set(hour, day);
    return day;
  };
}
