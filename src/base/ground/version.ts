import { readFileSync } from 'node:fs';

/** The program's version, from package.json. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

/** The commit of the running checkout; null without a repository, as in the image. */
export function readCommit(): string | null {
  const read = (path: string): string | null => {
    try {
      return readFileSync(new URL(`../../../.git/${path}`, import.meta.url), 'utf8').trim();
    } catch {
      return null;
    }
  };
  const head = read('HEAD');
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice(5);
  // Git packs old branches into one file with one "<commit> <ref>" per line.
  const packed = read('packed-refs')?.split('\n') ?? [];
  return read(ref) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
}
