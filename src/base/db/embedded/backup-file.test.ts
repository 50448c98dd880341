import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupFacts, BackupFileError, readBackupFile, writeBackupFile } from './backup-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const facts: BackupFacts = {
  takenAt: new Date('2026-11-01T00:00:00Z'),
  mode: 'sandbox',
  serverVersion: '18.4',
  platform: 'linux x64',
  systemIdentifier: '7',
  migrations: ['0001_first.sql'],
};
const contents: Readonly<Record<string, string>> = { 'base/': '', 'base/one': 'PG'.repeat(400), empty: '' };

async function* entries() {
  for (const [name, text] of Object.entries(contents)) {
    yield { name, sizeBytes: text.length, content: toChunks(text) };
  }
}

async function* toChunks(text: string): AsyncGenerator<Buffer> {
  if (text !== '') yield Buffer.from(text);
}

async function read(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const read = await readBackupFile(
    path,
    () => {},
    async ({ name, content }) => {
      found[name] = '';
      for await (const chunk of content) found[name] += chunk;
    },
  );
  expect(read).toEqual(facts);
  return found;
}

test('a backup holds what was written', async () => {
  const path = join(folder, 'new.tgz');
  await writeBackupFile(path, facts, entries());
  expect(await read(path)).toEqual(contents);
});

/** The same contents, from before the library wrote the headers. */
const earlier =
  'H4sIAAAAAAAEA+1XPU/DMBDNzK+obm7L2fVH8caE2BgQAwghO3Eh0DrBdlER4r+jFIooLbA0rVScRLrIlt6d39O95GodtLdj3TM6f5jW/ftQuWzDFyKiQMyaiKsRKf/ce98nRAjMOrjhOtbCTUPUPsOt5FpbwG4XX2BU+YmOoEgXon6w7jiCAopU9AjpITlHVPOnj4iX0IVJVVhQELQrTDWDLgTrn6y/sD6UlQMFZNhn0IV6rGODDQrGpZvOOjPRLIfnEO3ktLAulqPSelAgG9Ty1utYVi6AugJEJDej0ofYD49juH492C1L+5vd6GAPWz5e09Ryte8XfvDVEz7ehWA86/CW65rD//P+n+tfOdsm1Y2ov/g/Yeyb/6MccJr8v01NFthnJ+lODCQGfmJg0Sf7Gu2kjs8tH+4P/1/z/ZeILPl/y7LM4evl+a9nXbHxGfAv/QkRy/+ChDLKk/7b0P8Fwp2mXIACxnU+5MwYya0cyrwYaEMNEUeIkglqioEZCTMghMghp4YiZ5ozSzlnQrI8hzSlbUOxlCMxkBhIDGyGgTeEKkZDABYAAA==';

test('a backup of an earlier version is still read', async () => {
  const path = join(folder, 'earlier.tgz');
  await writeFile(path, Buffer.from(earlier, 'base64'));
  expect(await read(path)).toEqual(contents);
});

test('a backup that is cut off or changed is refused', async () => {
  const path = join(folder, 'whole.tgz');
  await writeBackupFile(path, facts, entries());
  const whole = await readFile(path);
  const broken = join(folder, 'broken.tgz');
  for (const length of [0, 20, whole.length - 200, whole.length - 1]) {
    await writeFile(broken, whole.subarray(0, length));
    await expect(read(broken)).rejects.toThrow(/is no whole backup/);
  }
  for (let at = 12; at < whole.length; at += 40) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    // Some bits of gzip mean nothing: the unpacked bytes stay the same.
    if (unpacked(changed)?.equals(unpacked(whole) as Buffer)) continue;
    await writeFile(broken, changed);
    await expect(read(broken)).rejects.toBeInstanceOf(BackupFileError);
  }
});

function unpacked(bytes: Buffer): Buffer | null {
  try {
    return gunzipSync(bytes);
  } catch {
    return null;
  }
}

test('a failure while writing leaves no file', async () => {
  const path = join(folder, 'failed.tgz');
  async function* failing() {
    yield* entries();
    throw new Error('the disk is gone');
  }
  await expect(writeBackupFile(path, facts, failing())).rejects.toThrow('the disk is gone');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
