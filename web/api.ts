import { addresses, type Operations } from './operations.ts';
import type { CommonTexts } from './texts/common/en.ts';

/** What an operation answers, by its name in the published description. */
export type Answer<Name extends keyof Operations> = Operations[Name]['answer'];

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** What is to be mended, field by field. */
  readonly fields: readonly { field: string; message: string }[];
  constructor(status: number, code: string, message: string, fields: Refusal['fields'] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

interface Sent {
  /** At which merchant; null: in the installation. */
  at?: string | null;
  /** The same for every try of the same act: it is done once. */
  once?: string;
}

/** Asks the server for an operation; the answer's data, or what it said against it. */
export async function call<Name extends keyof Operations>(
  name: Name,
  given: Operations[Name]['input'] & Sent,
): Promise<Answer<Name>> {
  const response = await request(name, given);
  const answer = await response.json().catch(() => ({}));
  return 'data' in answer ? answer.data : answer;
}

/** The answer as it comes, where it is no JSON. */
export async function request<Name extends keyof Operations>(
  name: Name,
  given: Operations[Name]['input'] & Sent,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { path = {}, query = {}, body, at, once } = given as Given;
  const [method = '', pattern = ''] = addresses[name].split(' ');
  const response = await fetch(addressOf(pattern, path, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(at && { 'x-merchant-id': at }),
      ...(once && { 'idempotency-key': once }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  const { error = '', fields } = answer.data ?? answer;
  throw new Refusal(response.status, error, answer.message ?? '', fields);
}

interface Given extends Sent {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

function addressOf(
  pattern: string,
  path: NonNullable<Given['path']>,
  query: NonNullable<Given['query']>,
): string {
  const filled = pattern.replace(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(path[name] ?? ''));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/** What went wrong, in words for whoever sits there; `words` are the page's own, by the code of the refusal. */
export function explain(
  error: unknown,
  common: CommonTexts,
  words: Readonly<Record<string, string>> = {},
): string {
  if (!(error instanceof Refusal)) return common.away;
  const own = words[error.code];
  if (own !== undefined) return own;
  if (error.code === 'sign_in_refused') return common.refused;
  if (error.status === 429) return common.wait;
  if (error.status >= 500 || error.message === '') return common.wrong;
  if (error.fields.length < 2) return error.message;
  return error.fields.map(({ field, message }) => `${field}: ${message}`).join('\n');
}
