import type { components, operations } from './api.ts';

/** Shapes of the API's description, by operation. */

export type Schemas = components['schemas'];

export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Known<Body>
  : never;

/** Without "and any other field", which would take every name for known. */
type Known<T> = { [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: T[Key] };

type SuccessOf<Id extends keyof operations> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Answer } };
}
  ? Answer
  : operations[Id]['responses'] extends { 201: { content: { 'application/json': infer Answer } } }
    ? Answer
    : never;

export type DataOf<Id extends keyof operations> =
  SuccessOf<Id> extends { data: infer Data } ? Data : SuccessOf<Id>;

export type QueryOf<Id extends keyof operations> = operations[Id] extends {
  parameters: { query?: infer Query };
}
  ? NonNullable<Query>
  : never;

/** Money is exact: text is best, e.g. "10.50". A number is sent as JavaScript writes it. */
export type Amount = string | number;

export type WithAmount<Body> = Omit<Body, 'amount'> & { amount: Amount };
export type MayHaveAmount<Body> = Omit<Body, 'amount'> & { amount?: Amount };

/** As text, never by an exponent. */
export function exact(amount: Amount): string {
  const text = String(amount);
  if (!/^\d+(?:\.\d+)?$/.test(text))
    throw new TypeError(`"${text}" is not an amount: write it as text, e.g. "10.50".`);
  return text;
}
