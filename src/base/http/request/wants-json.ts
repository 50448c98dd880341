import type { IncomingHttpHeaders } from 'node:http';

/** Our pages' forms get a page; a program that sends or asks for JSON gets JSON. */
export function wantsJson({ headers }: { headers: IncomingHttpHeaders }): boolean {
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return true;
  const accepted = (headers.accept ?? '')
    .split(',')
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  return accepted.includes('application/json') && !accepted.includes('text/html');
}
