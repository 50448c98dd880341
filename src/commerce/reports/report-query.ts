import { Type } from 'typebox';
import { type FieldFault, validationFailed } from '../../base/ground/errors.ts';
import { readTime, timeExpected } from '../../base/http/request/list-values.ts';
import { hourMs } from './hour-sums.ts';

/** Parsers of the report queries. Each reports all faults at once. */

const maxDays = 400;

const time = (description: string) => Type.String({ maxLength: 40, description });
export const zoneSchema = Type.Optional(
  Type.String({
    maxLength: 60,
    description: 'The time zone of days and months, such as America/Bogota; UTC if absent',
  }),
);
export const periodSchema = {
  from: time('ISO 8601; the hour in which it lies counts'),
  to: time('ISO 8601; the hour in which it lies counts, unless it begins it'),
  zone: zoneSchema,
};

export interface Period {
  from: Date;
  to: Date;
  zone: string;
}

/** Bounds are full hours. */
export function readPeriod(given: { from: string; to: string; zone?: string | undefined }): Period {
  const faults: FieldFault[] = [];
  const read = (field: 'from' | 'to'): number => {
    const understood = readTime(given[field]);
    if (!understood) faults.push({ field, message: `must be ${timeExpected}` });
    return understood?.getTime() ?? 0;
  };
  const fromMs = Math.floor(read('from') / hourMs) * hourMs;
  const toMs = Math.ceil(read('to') / hourMs) * hourMs;
  if (faults.length === 0 && toMs <= fromMs) faults.push({ field: 'to', message: 'must be after from' });
  if (faults.length === 0 && toMs - fromMs > maxDays * 24 * hourMs) {
    faults.push({ field: 'to', message: `must be at most ${maxDays} days after from` });
  }
  const zone = readZone(given.zone, faults);
  if (faults.length > 0) throw validationFailed(faults);
  return { from: new Date(fromMs), to: new Date(toMs), zone };
}

export function readMonth(given: { month: string; zone?: string | undefined }): {
  month: string;
  zone: string;
} {
  const faults: FieldFault[] = [];
  if (!/^20\d{2}-(?:0[1-9]|1[0-2])$/.test(given.month)) {
    faults.push({ field: 'month', message: 'must be a month such as 2026-01' });
  }
  const zone = readZone(given.zone, faults);
  if (faults.length > 0) throw validationFailed(faults);
  return { month: given.month, zone };
}

/** The time zone of a query that has nothing else to be wrong. */
export function readTimeZone(zone: string | undefined): string {
  const faults: FieldFault[] = [];
  const read = readZone(zone, faults);
  if (faults.length > 0) throw validationFailed(faults);
  return read;
}

function readZone(zone: string | undefined, faults: FieldFault[]): string {
  try {
    if (zone !== undefined) new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    faults.push({ field: 'zone', message: 'must be a time zone such as America/Bogota' });
  }
  return zone ?? 'UTC';
}
