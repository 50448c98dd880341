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
