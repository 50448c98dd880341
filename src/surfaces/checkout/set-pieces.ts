import { randomBytes } from 'node:crypto';

/**
 * What many pages contain as it is, their styles and script: in a page that is put together a mark stands for it, and its bytes
 * are set in when the page is sent. Most of a page is that, and to write it anew took three quarters of the time of writing one.
 */
const pieces: Buffer[] = [];
const marks = new Map<string, string>();

/** At both ends of a mark. Nobody knows it, so that no text of a page can be taken for one. */
const edge = randomBytes(16).toString('hex');

/** What stands for a text until the page is sent. */
export function markOf(text: string): string {
  const mark = marks.get(text) ?? `${edge}${pieces.push(Buffer.from(text)) - 1}${edge}`;
  marks.set(text, mark);
  return mark;
}

/** A page as it is sent. */
export function bytesOf(page: string): Buffer {
  const parts = page.split(edge);
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : (pieces[Number(part)] as Buffer))),
  );
}
