/** A period in the URL: the last N days, or from one day to another. */
export interface PeriodSearch {
  days?: number;
  from?: string;
  to?: string;
}

export const dayText = /^20\d{2}-\d{2}-\d{2}$/;
export const choices = ['1', '7', '30', '90', '365', 'own'] as const;
export const defaultDays = 30;

export function readPeriodSearch(given: Record<string, unknown>): PeriodSearch {
  const [from, to] = [String(given.from ?? ''), String(given.to ?? '')];
  if (dayText.test(from) && dayText.test(to) && from <= to) return { from, to };
  const days = Number(given.days);
  return choices.includes(String(days) as (typeof choices)[number]) ? { days } : {};
}

/** The reader's time zone. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first and the last day. */
export function daysOf({ days = defaultDays, from, to }: PeriodSearch): { from: string; to: string } {
  if (from && to) return { from, to };
  const first = new Date();
  first.setDate(first.getDate() - days + 1);
  return { from: dayOf(first), to: today() };
}

/** The query parameters: from the start of the first day to the end of the last. */
export function queryOf(search: PeriodSearch): { from: string; to: string; zone: string } {
  const { from, to } = daysOf(search);
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return { from: new Date(`${from}T00:00:00`).toISOString(), to: end.toISOString(), zone };
}

/** Today in the reader's time zone. */
export function today(): string {
  return dayOf(new Date());
}

function dayOf(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
