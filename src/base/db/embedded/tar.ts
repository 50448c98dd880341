/** As much of the tar format (POSIX ustar) as a backup takes: folders and files whose names are short. */

const blockBytes = 512;
const maxNameBytes = 100;

/** A folder's name ends with a slash. */
export function tarHeader(name: string, sizeBytes: number): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`the name ${name} is too long for a backup`);
  const isFolder = name.endsWith('/');
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, width: number) =>
    header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0);
  octal(isFolder ? 0o700 : 0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(sizeBytes, 124, 12);
  octal(0, 136, 12);
  header.write(isFolder ? '5' : '0', 156, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

/** What is left of the last block of an entry. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes);
}

export const tarEnd = Buffer.alloc(2 * blockBytes);

export interface TarEntry {
  name: string;
  sizeBytes: number;
  /** To be read before the next entry is asked for. */
  content(): AsyncGenerator<Buffer>;
}

/** Reads entries one after another; throws where the bytes are no tar, or end too early. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(source);
  for (;;) {
    const header = await reader.take(blockBytes);
    if (header.every((byte) => byte === 0)) return;
    const written = Number.parseInt(header.toString('latin1', 148, 154), 8);
    header.fill(' ', 148, 156);
    if (written !== checksum(header)) throw new Error('a header is damaged');
    const name = header.toString('utf8', 0, maxNameBytes).replace(/\0.*$/s, '');
    const sizeBytes = Number.parseInt(header.toString('latin1', 124, 135), 8);
    let isRead = false;
    async function* content(): AsyncGenerator<Buffer> {
      isRead = true;
      yield* reader.stream(sizeBytes);
      await reader.take(tarPadding(sizeBytes).length);
    }
    yield { name, sizeBytes, content };
    if (!isRead) for await (const _ of content());
  }
}

/** The sum of the bytes, with the field of the sum itself as blanks. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  async function* stream(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new Error('it ends too early');
        rest = next.value as Buffer<ArrayBuffer>;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    stream,
    async take(count: number): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for await (const piece of stream(count)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
