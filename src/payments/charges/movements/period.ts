import { type FieldFault, validationFailed } from '../../../base/ground/errors.ts';
import type { ProcessorAccount } from '../payment-processors.ts';

export interface Period {
  from: Date;
  to: Date;
}

const dayMs = 24 * 60 * 60 * 1000;
/** Operators ask for a month or a quarter. */
const maxDays = 366;

interface GivenDays {
  from: string;
  to: string;
}

/** Reads a period from the given days, the last one included; throws all faults at once. */
export function readPeriod(given: GivenDays, now: Date): Period {
  const { period, faults } = parsePeriod(given, now);
  if (faults.length > 0) throw validationFailed(faults);
  return period;
}

export function parsePeriod(given: GivenDays, now: Date): { period: Period; faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const day = (field: 'from' | 'to'): Date => {
    const text = given[field];
    const time = new Date(`${text}T00:00:00Z`);
    const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time.getTime());
    if (isDay && time.toISOString().startsWith(text)) return time;
    faults.push({ field, message: `"${text}" is not a day such as 2026-01-31` });
    return now;
  };
  const from = day('from');
  const to = new Date(day('to').getTime() + dayMs);
  if (faults.length === 0) {
    if (from >= to) faults.push({ field: 'to', message: 'comes before the first day' });
    if (from > now) faults.push({ field: 'from', message: 'has yet to come' });
    if (to.getTime() - from.getTime() > maxDays * dayMs) {
      faults.push({ field: 'to', message: `is more than ${maxDays} days after the first` });
    }
  }
  return { period: { from, to }, faults };
}

/** The accounts at a processor: the installation's, or the merchant's own. */
export function accountsOf(
  accounts: readonly ProcessorAccount[],
  processor: string,
  merchantId: string | null,
): ProcessorAccount[] {
  return accounts.filter((each) => each.processor.name === processor && each.merchantId === merchantId);
}
