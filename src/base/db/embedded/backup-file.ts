import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { syncFolder } from './durable-files.ts';

/**
 * A backup is one gzipped tar: first its description (`pasarela-backup.json`), then the database's folder, last the
 * SHA-256 of everything before. A truncated or altered file is detected before it is used.
 */

const factsName = 'pasarela-backup.json';
const endName = 'pasarela-backup-end.json';
/** 1: headers of our own. 2: headers of tar-stream. Both are read; a version that knows only 1 says that it is too old. */
const format = 2;
/** A tar ends with two empty blocks of 512 bytes. Our last entry precedes them: its header and a block of text. */
const tarEndBytes = 2 * 512;
const endBytes = tarEndBytes + 2 * 512;
/** The first level saves three quarters of the space; higher ones take many times as long for little. */
const gzipLevel = 1;

export interface BackupFacts {
  takenAt: Date;
  mode: string | null;
  /** Version of the PostgreSQL that owns the folder. */
  serverVersion: string;
  platform: string;
  systemIdentifier: string;
  migrations: string[];
}

/** One file or folder of the backup; a folder's name ends with a slash. */
export interface BackupEntry {
  name: string;
  sizeBytes: number;
  content: AsyncIterable<Buffer>;
}

export class BackupFileError extends Error {}

/**
 * Writes under a temporary name, syncs to disk, then renames: a file with the final name is complete. Only its owner
 * can read it.
 */
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
  const all = pack();
  const packing = packAll(all, facts, entries);
  // Destroyed, so that the loop below ends with the error.
  packing.catch((error) => all.destroy(error));
  const withoutEnd = pushBack(tarEndBytes);
  for await (const chunk of all as AsyncIterable<Buffer>) {
    const bytes = withoutEnd(chunk);
    hash.update(bytes);
    yield bytes;
  }
  await packing;
  const sha256 = hash.digest('hex');
  onDigest(sha256);
  const end = pack();
  await addEntry(end, jsonEntry(endName, { sha256 }));
  end.finalize();
  yield* end as AsyncIterable<Buffer>;
}

async function packAll(all: Pack, facts: BackupFacts, entries: AsyncIterable<BackupEntry>): Promise<void> {
  await addEntry(all, jsonEntry(factsName, { format, ...facts }));
  for await (const entry of entries) await addEntry(all, entry);
  all.finalize();
}

async function addEntry(into: Pack, { name, sizeBytes, content }: BackupEntry): Promise<void> {
  const isFolder = name.endsWith('/');
  const entry = into.entry({
    name,
    size: sizeBytes,
    type: isFolder ? 'directory' : 'file',
    mode: isFolder ? 0o700 : 0o600,
    mtime: new Date(0),
  });
  await pipeline(Readable.from(content), entry);
}

function jsonEntry(name: string, value: object): BackupEntry {
  const text = Buffer.from(`${JSON.stringify(value)}\n`);
  return { name, sizeBytes: text.length, content: Readable.from([text]) };
}

/** Takes chunks and returns all bytes so far except the last `count`. */
function pushBack(count: number): (chunk: Buffer) => Buffer {
  let held = Buffer.alloc(0);
  return (chunk) => {
    const all = Buffer.concat([held, chunk]);
    const ready = Math.max(0, all.length - count);
    held = all.subarray(ready);
    return all.subarray(0, ready);
  };
}

/**
 * Reads a backup: `begin` gets its description, `take` gets each entry of the database's folder. Nothing may be used
 * before this returns: only then is the backup known to be complete.
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
  const entries = extract();
  const unpacking = pipeline(
    source,
    gunzip,
    async function* (chunks: AsyncIterable<Buffer>) {
      const counted = pushBack(endBytes);
      for await (const chunk of chunks) {
        hash.update(counted(chunk));
        yield chunk;
      }
    },
    entries,
  );
  unpacking.catch(() => {});
  let facts: BackupFacts | null = null;
  let sha256: string | null = null;
  try {
    for await (const entry of entries) {
      const { name, size = 0, type } = entry.header;
      const content = entry as AsyncIterable<Buffer>;
      const fullName = type === 'directory' && !name.endsWith('/') ? `${name}/` : name;
      if (fullName === endName) {
        ({ sha256 } = JSON.parse(await textOf(content)));
      } else if (facts === null) {
        if (fullName !== factsName) break;
        facts = readFacts(await textOf(content));
        begin(facts);
      } else {
        await take({ name: fullName, sizeBytes: size, content });
      }
    }
    if (facts !== null) {
      await unpacking;
      if (sha256 !== null && sha256 === hash.digest('hex')) return facts;
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

/** A full disk or a folder without write permission is not a fault of the file. */
function isOurTrouble(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

function damaged(path: string, why: string): BackupFileError {
  return new BackupFileError(`${path} is no whole backup: ${why}. Nothing was restored.`);
}

function readFacts(text: string): BackupFacts {
  const { format: given, takenAt, ...facts } = JSON.parse(text);
  if (given !== 1 && given !== format) {
    throw new BackupFileError(
      `This backup was made by a newer version of this program (format ${given}). Use that version.`,
    );
  }
  return { ...facts, takenAt: new Date(takenAt) };
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
