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
