/** A time that is looked at, as it stands in the address: so many days up to today, or from one day to another. */
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

/** Of the clock of whoever looks. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first and the last day. */
export function daysOf({ days = defaultDays, from, to }: PeriodSearch): { from: string; to: string } {
  if (from && to) return { from, to };
  const first = new Date();
  first.setDate(first.getDate() - days + 1);
  return { from: dayOf(first), to: today() };
}

/** As the server is asked for it: from the first moment of one day to the last of the other. */
export function queryOf(search: PeriodSearch): { from: string; to: string; zone: string } {
  const { from, to } = daysOf(search);
  const end = new Date(`${to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return { from: new Date(`${from}T00:00:00`).toISOString(), to: end.toISOString(), zone };
}

/** As whoever looks has it. */
export function today(): string {
  return dayOf(new Date());
}

function dayOf(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
