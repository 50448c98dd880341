/**
 * The look of everything that people see: the customers' pages, the dashboard, the sandbox's pages and mails read these
 * values. Text on each background has the contrast of WCAG AA (look.test.ts).
 */

export const light = {
  page: '#eef2f0',
  sheet: '#ffffff',
  side: '#f7f9f8',
  ink: '#15211c',
  quiet: '#54625b',
  line: '#dbe2de',
  edge: '#7b8982',
  accent: '#0b6b4f',
  onAccent: '#ffffff',
  accentSoft: '#e3f2ec',
  bad: '#b3261e',
  onBad: '#ffffff',
  badSoft: '#fdecea',
  warn: '#7a5200',
  warnSoft: '#fdf1cf',
  noteSoft: '#f1f4ec',
} as const;

export type Colors = Readonly<Record<keyof typeof light, string>>;

export const dark: Colors = {
  page: '#0c110f',
  sheet: '#161d1a',
  side: '#121815',
  ink: '#eaf1ed',
  quiet: '#a5b3ac',
  line: '#2b3631',
  edge: '#6f7e77',
  accent: '#5ad3a8',
  onAccent: '#05261b',
  accentSoft: '#143026',
  bad: '#ff9d94',
  onBad: '#3a1916',
  badSoft: '#3a1916',
  warn: '#f2c968',
  warnSoft: '#382d0e',
  noteSoft: '#1f261d',
};

/** The system's own: nothing to load, and each phone's most readable one (decision 0110). */
export const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';
export const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** In pixels. Cards have the large radius, fields and buttons the middle one. */
export const radius = { small: 8, middle: 10, large: 12 } as const;
export const fontSizes = { xs: 12, sm: 14, md: 16, lg: 20, xl: 28, huge: 36 } as const;

/** The colors as custom properties, such as `--accent-soft`. */
export function variables(colors: Colors): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colors).map(([name, value]) => [
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
  );
}

/** The start of a page's styles: dark where the reader's system is. */
export function rootStyle(): string {
  return `:root{--font:${fontFamily};${declarations(light)}}@media(prefers-color-scheme:dark){:root{${declarations(dark)}}}`;
}

function declarations(colors: Colors): string {
  return Object.entries(variables(colors))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}
