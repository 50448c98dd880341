import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runsOf } from '../../base/pdf/pdf-fonts.ts';
import { statementPdf } from './statement-pdf.ts';

const png = readFileSync('web/icons/icon-192.png');

async function pdfOf(merchantName: string, logo: { mediaType: string; content: Buffer } | null = null) {
  const pdf = await statementPdf(
    { merchantName, logo, month: '2026-10', zone: 'America/Bogota', language: 'es', asOf: null },
    [],
  );
  const text = pdf.toString('latin1');
  const parts = [...text.matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)].flatMap(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return [];
    }
  });
  return { bytes: pdf.length, text, all: parts.join('\n').toLowerCase() };
}

/** What of a text can be copied out of the file: its fonts say which letters their shapes are. */
const missingIn = (all: string, letters: string): string[] =>
  [...letters].filter((letter) => !all.includes((letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')));

test.each(['Café Ñandú', 'Кофейня', 'Ταβέρνα', 'Łódź Čokoláda', 'مقهى', 'קפה', 'กาแฟ', 'चाय'])(
  'a statement of %s has every letter of the name, in fonts that hold only these',
  async (name) => {
    const { bytes, all, text } = await pdfOf(name);
    expect(missingIn(all, name.replace(' ', ''))).toEqual([]);
    expect(text).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSans/);
    expect(text).not.toContain('Helvetica');
    expect(bytes).toBeLessThan(40_000);
  },
);

test('words of scripts that are read from the right stand in their order, also beside others', () => {
  const seen = (name: string) =>
    runsOf(name)
      .map(({ text }) => text)
      .join('');
  expect(seen('مقهى الشرق 24')).toBe('24 الشرق مقهى');
  expect(seen('Mixed بית קפה Кофе')).toMatch(/^Mixed /);
  expect(seen('Casa בית קפה 2')).toBe('Casa קפה בית 2');
  // Shapes that no shipped font has, and marks that only turn the direction.
  expect(seen('茶 Té\u202e')).toBe(' Té');
});

test('a logo is on it if a PDF can hold it; one that cannot be read stops nothing', async () => {
  const images = async (mediaType: string, content: Buffer) =>
    [...(await pdfOf('Tienda', { mediaType, content })).text.matchAll(/\/Subtype \/Image/g)].length;
  expect(await images('image/png', png)).toBeGreaterThan(0);
  expect(await images('image/png', png.subarray(0, 40))).toBe(0);
  expect(await images('image/webp', Buffer.from('RIFF'))).toBe(0);
});
