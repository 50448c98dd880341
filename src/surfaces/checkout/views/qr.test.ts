import jsQr from 'jsqr';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { renderQr } from './qr.ts';

test('the strokes cover exactly the dark modules', () => {
  const content = 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?uint256=184902118';
  const svg = renderQr(content, 'QR code to pay');
  const { size, data } = encode(content, { ecc: 'M', border: 4 });
  const drawn = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    for (let i = 0; i < Number(length); i++) (drawn[Number(y)] as boolean[])[Number(x) + i] = true;
  }
  expect(drawn).toEqual(data);
  expect(svg).toContain('role="img" aria-label="QR code to pay"');
});

// A CommonJS module whose types promise a default export.
const readQr = ('default' in jsQr ? jsQr.default : jsQr) as typeof import('jsqr').default;

test('a reader reads it', () => {
  const content = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';
  const svg = renderQr(content, 'QR code to pay');
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 4;
  const pixels = new Uint8ClampedArray((size * scale) ** 2 * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const start = row * size * scale + Number(x) * scale;
      for (let pixel = start; pixel < start + Number(length) * scale; pixel++)
        pixels.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  expect(readQr(pixels, size * scale, size * scale)?.data).toBe(content);
});
