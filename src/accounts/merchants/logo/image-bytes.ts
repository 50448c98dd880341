export interface ImageFacts {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

/** The kind of an image, from its bytes and not its name; null: no kind that we show. */
export function readImage(bytes: Buffer): ImageFacts | null {
  const facts = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return facts && facts.width > 0 && facts.height > 0 ? facts : null;
}

const pngStart = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || !bytes.subarray(0, pngStart.length).equals(pngStart)) return null;
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The frame markers of ITU T.81, table B.1, without C4, C8 and CC, which are not frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    if (isFrame(marker)) {
      return {
        mediaType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  const kind = bytes.toString('latin1', 8, 16);
  const size = sizeOfWebp(kind, bytes);
  return size && { mediaType: 'image/webp', ...size };
}

function sizeOfWebp(kind: string, bytes: Buffer): { width: number; height: number } | null {
  if (kind === 'WEBPVP8 ') {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  if (kind === 'WEBPVP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === 'WEBPVP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return null;
}
