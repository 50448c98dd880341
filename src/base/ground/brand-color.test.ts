import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandColors, contrast, grounds, minContrast } from './brand-color.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('of any color', () => {
  test.each(['light', 'dark'] as const)('text can be read wherever the %s page writes it', (scheme) => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { accent, onAccent, soft } = brandColors(color)[scheme];
        const { sheet, side } = grounds[scheme];
        for (const [text, ground] of [
          [onAccent, accent],
          [accent, sheet],
          [accent, side],
          [accent, soft],
        ] as const) {
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(minContrast);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test('a color that can be read is left as it is', () => {
  expect(brandColors('#0b6b4f').light.accent).toBe('#0b6b4f');
  expect(brandColors('#8fd6ff').dark.accent).toBe('#8fd6ff');
});

test('black on white is 21 to 1, and nothing on itself 1 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#abcdef', '#abcdef')).toBe(1);
});
