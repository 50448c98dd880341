import Type, { type Static, type TSchema } from 'typebox';
import { fits } from '../answers.ts';
import type { Answer } from '../http.ts';

/** Reads any answer of dLocal; only payments.ts, refunds.ts and chargebacks.ts interpret it. */

export const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** Written sometimes as a number, sometimes as a string. */
export const Code = Type.Union([Type.String(), Type.Number()]);

const Failure = Type.Object({ code: Code, param: maybe(Type.String()) });

/** The value that was read, or why it was not; `not_found` only if dLocal says so itself. */
export type Reading<Value> = { value: Value } | { cause: string } | 'not_found';

/** `notFoundCode`: dLocal's own code for the missing thing; any other 404 (a wrong URL, a proxy) says nothing. */
export function read<Schema extends TSchema>(
  schema: Schema,
  answer: Answer,
  notFoundCode: string,
): Reading<Static<Schema>> {
  if (answer.kind === 'answered') {
    if (isSuccess(answer.status) && fits(schema, answer.body)) return { value: answer.body };
    if (answer.status === 404 && errorCodeOf(answer) === notFoundCode) return 'not_found';
  }
  return { cause: causeOf(answer) };
}

/** dLocal's own error code, which is not the HTTP status; null: the answer is not one of its errors. */
export function errorCodeOf(answer: Answer): string | null {
  if (answer.kind === 'failed' || answer.status < 400 || !fits(Failure, answer.body)) return null;
  return String(answer.body.code);
}

/** In words for the operator: only codes and names of fields, because a message may quote what was sent. */
export function causeOf(answer: Answer): string {
  if (answer.kind === 'failed') return `dLocal: ${answer.cause}`;
  const said = `dLocal answered HTTP ${answer.status}`;
  const code = errorCodeOf(answer);
  if (code === null || !/^\d{1,6}$/.test(code)) {
    return isSuccess(answer.status) ? 'dLocal gave an answer we do not understand' : said;
  }
  const param = fits(Failure, answer.body) ? answer.body.param : null;
  return `${said} with its code ${code}${param && /^[a-z_][a-z_.]{0,60}$/i.test(param) ? ` (${param})` : ''}`;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
