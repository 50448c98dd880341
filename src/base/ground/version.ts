import { readFileSync } from 'node:fs';

/** Of this program, as package.json has it. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version;

/** The commit of the checkout that runs; null where there is no repository, as in the image. */
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
  // Git packs old branches into one file: a line each, "<commit> <ref>".
  const packed = read('packed-refs')?.split('\n') ?? [];
  return read(ref) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
}
