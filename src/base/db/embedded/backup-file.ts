import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from './durable-files.ts';
import { readTar, type TarEntry, tarEnd, tarHeader, tarPadding } from './tar.ts';

/**
 * A backup is one file, a tar packed by gzip: first what it is (`pasarela-backup.json`), then the folder of the database, last
 * the SHA-256 of all before. One that is cut off or changed anywhere is found out before it is used.
 */

const factsName = 'pasarela-backup.json';
const endName = 'pasarela-backup-end.json';
const format = 1;
/** Three quarters of the space go by the first level; further ones take many times as long for little. */
const gzipLevel = 1;

export interface BackupFacts {
  takenAt: Date;
  mode: string | null;
  /** Of the PostgreSQL whose folder it is. */
  serverVersion: string;
  platform: string;
  systemIdentifier: string;
  migrations: string[];
}

/** One file or folder of it; a folder's name ends with a slash. */
export interface BackupEntry {
  name: string;
  sizeBytes: number;
  content: AsyncIterable<Buffer>;
}

export class BackupFileError extends Error {}

/** Written under another name, brought to the disk, then named: what has the name is whole. It is for its owner's eyes only. */
export async function writeBackupFile(
  path: string,
  facts: BackupFacts,
  entries: AsyncIterable<BackupEntry>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const staging = join(dirname(path), `.${basename(path)}.${process.pid}`);
  let sha256 = '';
  const file = await open(staging, 'wx', 0o600);
  try {
    const packed = packBackup(facts, entries, (digest) => {
      sha256 = digest;
    });
    await pipeline(Readable.from(packed), createGzip({ level: gzipLevel }), async (chunks) => {
      for await (const chunk of chunks) await file.write(chunk);
    });
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    await rename(staging, path);
    await syncFolder(dirname(path));
    return { sizeBytes: size, sha256 };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(staging, { force: true });
    throw error;
  }
}

async function* packBackup(
  facts: BackupFacts,
  entries: AsyncIterable<BackupEntry>,
  onDigest: (sha256: string) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const counted = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  for (const part of packed(factsName, { format, ...facts })) yield counted(part);
  for await (const { name, sizeBytes, content } of entries) {
    yield counted(tarHeader(name, sizeBytes));
    for await (const chunk of content) yield counted(chunk);
    yield counted(tarPadding(sizeBytes));
  }
  const sha256 = hash.digest('hex');
  onDigest(sha256);
  yield* packed(endName, { sha256 });
  yield tarEnd;
}

function packed(name: string, value: object): Buffer[] {
  const text = Buffer.from(`${JSON.stringify(value)}\n`);
  return [tarHeader(name, text.length), text, tarPadding(text.length)];
}

/**
 * Reads a backup: `begin` is told what it is, `take` gets each entry of the database's folder. Nothing of it may be used before
 * this is over: only then is it known to be whole.
 */
export async function readBackupFile(
  path: string,
  begin: (facts: BackupFacts) => void,
  take: (entry: BackupEntry) => Promise<void>,
): Promise<BackupFacts> {
  const source = createReadStream(path);
  const opened = new Promise((resolve, reject) => source.once('open', resolve).once('error', reject));
  await opened.catch((error) => {
    throw new BackupFileError(`${path} cannot be read (${error.code}).`);
  });
  const hash = createHash('sha256');
  const gunzip = createGunzip();
  const unpacking = pipeline(source, gunzip);
  unpacking.catch(() => {});
  let facts: BackupFacts | null = null;
  try {
    for await (const entry of readTar(gunzip)) {
      const { name, sizeBytes } = entry;
      if (name === endName) {
        const { sha256 } = JSON.parse(await textOf(entry.content()));
        if (facts === null || sha256 !== hash.digest('hex')) break;
        return facts;
      }
      const content = hashed(entry, hash);
      if (name === factsName && facts === null) {
        facts = readFacts(await textOf(content));
        begin(facts);
      } else if (facts === null) {
        break;
      } else {
        await take({ name, sizeBytes, content });
      }
    }
  } catch (error) {
    if (error instanceof BackupFileError || isOurTrouble(error)) throw error;
    throw damaged(path, (error as Error).message);
  } finally {
    gunzip.destroy();
    source.destroy();
  }
  throw damaged(path, facts === null ? 'it does not say what it is' : 'its checksum is another');
}

/** A disk that is full, a folder that may not be written: no fault of the file. */
function isOurTrouble(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function damaged(path: string, why: string): BackupFileError {
  return new BackupFileError(`${path} is no whole backup: ${why}. Nothing was restored.`);
}

function readFacts(text: string): BackupFacts {
  const { format: given, takenAt, ...facts } = JSON.parse(text);
  if (given !== format) {
    throw new BackupFileError(
      `This backup was made by a newer version of this program (format ${given}). Use that version.`,
    );
  }
  return { ...facts, takenAt: new Date(takenAt) };
}

/** Its bytes as they were written, headers too. */
async function* hashed(
  { name, sizeBytes, content }: TarEntry,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  hash.update(tarHeader(name, sizeBytes));
  for await (const chunk of content()) {
    hash.update(chunk);
    yield chunk;
  }
  hash.update(tarPadding(sizeBytes));
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
