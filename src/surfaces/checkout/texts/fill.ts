/** Puts values into a text: fill('Pay {amount}', { amount: '$ 5' }) is "Pay $ 5". */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** 3600 as "60 minutes", in the given language. */
export function waitTime(seconds: number, language: string): string {
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, unit).format(wholeMinutes(seconds));
}

/** Rounded up, so that nobody has to wait twice. */
export function wholeMinutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}

/** 75 as "1:15". */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
