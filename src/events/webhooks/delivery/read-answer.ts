import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The body of a webhook answer has no meaning: more than this is not read. */
export const maxBodyBytes = 16 * 1024;
/** Enough to recognise an error page or a stack trace in the delivery log. */
const maxExcerptBytes = 2 * 1024;
/** Limits the headers kept in the delivery log, so that no receiver can fill it. */
const maxKeptHeaders = 32;
const maxHeaderValueChars = 256;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const decompressors = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * Decodes the body. It returns an empty one if the body is not compressed as declared, uses an unknown encoding, was
 * cut off, or unpacks to more than the limit: the receiver's status still counts, only the excerpt is lost.
 */
export function decompress(raw: Buffer, contentEncoding: string | string[] | undefined): Buffer {
  if (contentEncoding === undefined || raw.length === 0) return raw;
  const encoding = String(contentEncoding).trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return raw;
  try {
    // Synchronous is safe here: the input is at most 16 KB and zlib stops as soon as the output passes the limit.
    return decompressors.get(encoding)?.(raw, { maxOutputLength: maxBodyBytes }) ?? Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/** At most 2 KB of valid UTF-8 without NUL, which PostgreSQL's text cannot hold. */
export function excerptOf(body: Buffer): string {
  if (body.length === 0) return '';
  const text = decoder.decode(body.subarray(0, maxExcerptBytes)).replaceAll('\0', '');
  // Bytes that are not UTF-8 became U+FFFD, three bytes each: measures again and cuts between characters.
  if (body.length * 3 <= maxExcerptBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxExcerptBytes));
  return text.slice(0, read);
}

export function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  let count = 0;
  for (const name in headers) {
    if (++count > maxKeptHeaders) break;
    const value = headers[name] ?? '';
    kept[name] = (typeof value === 'string' ? value : value.join(', ')).slice(0, maxHeaderValueChars);
  }
  return kept;
}
