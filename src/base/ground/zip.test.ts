import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeZip } from './zip.ts';

test('a ZIP file is read by another program, with names, contents and checksums', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zip-'));
  try {
    const file = join(folder, 'a.zip');
    const entries = [
      { name: 'evidence.txt', content: Buffer.from('Se entregó el 3 de mayo.') },
      { name: '1-recibo-nº5.pdf', content: Buffer.alloc(100_000, 7) },
      { name: 'empty', content: Buffer.alloc(0) },
    ];
    await writeFile(file, writeZip(entries, new Date('2026-05-03T10:20:30Z')));
    const program = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, z.read(i).hex(), list(i.date_time)] for i in z.infolist()]))`;
    const { stdout } = await promisify(execFile)('python3', ['-c', program, file], { maxBuffer: 1 << 22 });
    expect(JSON.parse(stdout)).toEqual(
      entries.map(({ name, content }) => [name, content.toString('hex'), [2026, 5, 3, 10, 20, 30]]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
