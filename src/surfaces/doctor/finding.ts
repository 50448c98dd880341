/** The result of one check. `skipped`: it could not or need not be checked, and the text says why. */
export interface Finding {
  area: Area;
  status: 'ok' | 'warning' | 'fault' | 'skipped';
  text: string;
  /** The setting to change; null: none is at fault. */
  variable: string | null;
  /** The recommended action; null: none. */
  advice: string | null;
}

export const areas = [
  'settings',
  'database',
  'mail',
  'networks',
  'rates',
  'cards',
  'signer',
  'addresses',
  'webhooks',
] as const;
export type Area = (typeof areas)[number];

export interface Report {
  ok(text: string): void;
  skip(text: string): void;
  warn(text: string, variable: string | null, advice: string): void;
  fault(text: string, variable: string | null, advice: string): void;
}

/** Collects the findings of an area. */
export function reportOf(area: Area, findings: Finding[]): Report {
  const add = (status: Finding['status'], text: string, variable: string | null, advice: string | null) =>
    void findings.push({ area, status, text, variable, advice });
  return {
    ok: (text) => add('ok', text, null, null),
    skip: (text) => add('skipped', text, null, null),
    warn: (text, variable, advice) => add('warning', text, variable, advice),
    fault: (text, variable, advice) => add('fault', text, variable, advice),
  };
}

/** The message of an error, on one line. */
export function wordsOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).replaceAll(/\s+/g, ' ').trim();
}
