import { createHash } from 'node:crypto';

/** The fields of a request. Null, undefined and empty values are left out: Stripe accepts no empty strings. */
export interface FormFields {
  readonly [name: string]: FormValue;
}
type FormValue = string | number | bigint | boolean | null | undefined | FormFields | readonly FormValue[];

/** Encodes in Stripe's form syntax: { card: { number: 4 }, expand: ['a'] } is card[number]=4&expand[0]=a. */
export function encodeForm(fields: FormFields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) append(form, name, value);
  return form.toString();
}

function append(form: URLSearchParams, name: string, value: FormValue): void {
  if (value === null || value === undefined || value === '') return;
  if (typeof value === 'object') {
    for (const [key, each] of Object.entries(value)) append(form, `${name}[${key}]`, each);
  } else form.append(name, String(value));
}

/** Encodes a file as multipart/form-data, the same for the same key: Stripe compares repeated requests. */
export function encodeFile(
  { name, mediaType, content }: { name: string; mediaType: string; content: Buffer },
  purpose: string,
  key: string,
): { boundary: string; body: Buffer } {
  const boundary = `pasarela-${createHash('sha256').update(key).update(content).digest('hex')}`;
  // Percent-encoded as browsers do, so that no name can end its header.
  const safeName = name.replaceAll(/["\r\n]/g, (character) => encodeURIComponent(character));
  const head = [
    `--${boundary}`,
    'content-disposition: form-data; name="purpose"',
    '',
    purpose,
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="${safeName}"`,
    `content-type: ${mediaType}`,
    '',
    '',
  ].join('\r\n');
  return {
    boundary,
    body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
