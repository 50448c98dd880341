import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImage } from './image-bytes.ts';

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(40);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
/** A start, a comment, a frame of 640 × 480. */
const jpeg = Buffer.from('ffd8fffe0004aaaaffc0001108' + '01e00280' + '03012200021101031101', 'hex');
const webp = (kind: string, rest: string): Buffer =>
  Buffer.concat([
    Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'),
    Buffer.from(rest.padEnd(40, '0'), 'hex'),
  ]);

test.each([
  ['a PNG', png(640, 480), 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a lossy WebP', webp('VP8 ', '0000009d012a8002e001'), 'image/webp'],
  ['a lossless WebP', webp('VP8L', '2f7fc27700'), 'image/webp'],
  ['an extended WebP', webp('VP8X', '000000007f0200df0100'), 'image/webp'],
])('%s is known by its bytes', (_, bytes, mediaType) => {
  expect(readImage(bytes)).toEqual({ mediaType, width: 640, height: 480 });
});

test.each([
  ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from('GIF89a'.padEnd(60, '\0'))],
  ['nothing', Buffer.alloc(0)],
  ['a PNG without a size', png(0, 10)],
  ['a PNG that is cut off', png(10, 10).subarray(0, 20)],
])('%s is no image', (_, bytes) => {
  expect(readImage(bytes)).toBeNull();
});

test('whatever comes is answered, and nothing is read beyond its end', () => {
  const starts = fc.constantFrom(
    png(1, 1),
    jpeg,
    webp('VP8X', ''),
    Buffer.from('ffd8ff', 'hex'),
    Buffer.alloc(0),
  );
  fc.assert(
    fc.property(starts, fc.nat(60), fc.uint8Array({ maxLength: 80 }), (start, length, rest) => {
      expect(() => readImage(Buffer.concat([start.subarray(0, length), rest]))).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});
