const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of "0", "30m", "24h" or "7d"; null for anything else. */
export function readDuration(text: string): number | null {
  if (text === '0') return 0;
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (!match) return null;
  const [, count, unit] = match;
  return Number(count) * unitSeconds[unit as keyof typeof unitSeconds];
}
