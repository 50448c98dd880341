/** What a person wants to see of a mail. */
export interface DecodedMail {
  messageId: string;
  from: string;
  subject: string;
  text: string;
  html: string | null;
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

/** Parts inside parts inside parts: deeper is nothing that our own mailer sends. */
const MAX_DEPTH = 4;

/**
 * Reads the MIME that this service's own mailer writes: UTF-8 in quoted-printable, base64 or as it is, alone or as alternatives.
 * For mail of unknown origin take a full parser instead.
 */
export function decodeMail(raw: Buffer): DecodedMail {
  // latin1 keeps every byte as one character until the transfer encoding is undone.
  const mail = splitPart(raw.toString('latin1'));
  const leaves = leavesOf(mail, 0);
  const textOf = (type: string): string | null => {
    const leaf = leaves.find((part) => contentType(part) === type);
    return leaf ? decodeBody(leaf) : null;
  };
  return {
    messageId: header(mail, 'message-id').replace(/^<|>$/g, ''),
    from: decodeWords(header(mail, 'from')),
    subject: decodeWords(header(mail, 'subject')),
    text: textOf('text/plain') ?? '',
    html: textOf('text/html'),
  };
}

function splitPart(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end === -1 ? '' : text.slice(end + 4) };
}

function leavesOf(part: Part, depth: number): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(header(part, 'content-type'))?.[1];
  if (!contentType(part).startsWith('multipart/') || boundary === undefined || depth >= MAX_DEPTH)
    return [part];
  // The first piece is the text before the first boundary, the last one what follows the closing "--".
  const pieces = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => leavesOf(splitPart(piece.replace(/^[ \t]*\r\n/, '')), depth + 1));
}

function header(part: Part, name: string): string {
  return part.headers.get(name) ?? '';
}

function contentType(part: Part): string {
  return (header(part, 'content-type').split(';')[0] || 'text/plain').trim().toLowerCase();
}

function decodeBody(part: Part): string {
  const encoding = header(part, 'content-transfer-encoding').toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(part.body, 'base64')
      : Buffer.from(
          encoding === 'quoted-printable' ? unquote(part.body.replace(/=[ \t]*\r\n/g, '')) : part.body,
          'latin1',
        );
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd();
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`; the space between two of them is only folding. */
function decodeWords(value: string): string {
  return value
    .replace(/(=\?[^?]+\?[QB]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?[^?]+\?([QB])\?([^?]*)\?=/gi, (_, kind: string, data: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(data, 'base64').toString('utf8')
        : Buffer.from(unquote(data.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );
}

function unquote(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
