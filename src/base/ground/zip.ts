import { crc32 } from 'node:zlib';

/** Writes ZIP files without compression, as APPNOTE.TXT describes them: PDFs and photos are compressed already. */

export interface ZipEntry {
  name: string;
  content: Buffer;
}

/** The name is UTF-8. */
const utf8Flag = 0x0800;
const version = 20;

export function writeZip(entries: readonly ZipEntry[], at: Date): Buffer {
  const { date, time } = dosTime(at);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name, 'utf8');
    // The fields that a file's header and its line in the directory share.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(version, 0);
    shared.writeUInt16LE(utf8Flag, 2);
    shared.writeUInt16LE(time, 6);
    shared.writeUInt16LE(date, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), shared, nameBytes, content);
    const line = Buffer.alloc(14);
    line.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([version, 0]);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), madeBy, shared, line, nameBytes);
    offset += 30 + nameBytes.length + content.length;
  }
  const lines = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(lines.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, lines, end]);
}

function dosTime(at: Date): { date: number; time: number } {
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
