import { expect, test } from 'vitest';
import { contrast, minContrast } from './brand-color.ts';
import { dark, light, rootStyle } from './look.ts';

test.each([
  ['light', light],
  ['dark', dark],
] as const)('text can be read on every background of the %s look', (_name, colors) => {
  const { ink, quiet, accent, bad, warn } = colors;
  const pairs = [
    ...['page', 'sheet', 'side', 'noteSoft'].flatMap((ground) => [
      [ink, ground],
      [quiet, ground],
    ]),
    ...['sheet', 'side', 'accentSoft'].map((ground) => [accent, ground]),
    ...['sheet', 'side', 'badSoft'].map((ground) => [bad, ground]),
    ...['sheet', 'side', 'warnSoft'].map((ground) => [warn, ground]),
    ...['accentSoft', 'badSoft', 'warnSoft'].map((ground) => [ink, ground]),
    [colors.onAccent, 'accent'],
    [colors.onBad, 'bad'],
  ] as [string, keyof typeof colors][];
  const low = pairs.filter(([text, ground]) => contrast(text, colors[ground]) < minContrast);
  expect(low).toEqual([]);
});

test('pages have every color in both schemes', () => {
  const [bright = '', night = ''] = rootStyle().split('@media(prefers-color-scheme:dark)');
  expect(bright).toContain('--accent-soft:#e3f2ec;');
  expect(night).toContain('--accent-soft:#143026;');
  expect(night.match(/--[a-z-]+:#/g)).toEqual(bright.match(/--[a-z-]+:#/g));
});
