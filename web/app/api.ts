import type { ErrorCode } from '../../src/base/ground/errors.ts';
import type { DashboardTexts } from '../texts/dashboard/en.ts';
import type { paths } from './operations.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Names an operation by method and path, e.g. "GET /dashboard/api/payments". */
export type Address = {
  [Path in keyof paths]: {
    [M in Method]: paths[Path][M] extends object ? `${Uppercase<M>} ${Path}` : never;
  }[Method];
}[keyof paths];
type Operation<A extends Address> = A extends `${infer M} ${infer Path extends keyof paths}`
  ? paths[Path][Lowercase<M> & Method]
  : never;
type Json<Part> = Part extends { content: { 'application/json': infer Content } } ? Content : never;
/** Optional fields may also be undefined. */
type Loose<Fields> = {
  [Name in keyof Fields]: Record<never, never> extends Pick<Fields, Name>
    ? Fields[Name] | undefined
    : Fields[Name];
};

/** The path, query and body that an operation takes. */
export type Input<A extends Address> = Parameters<Operation<A>> & Body<Operation<A>>;
type Parameters<Op> = Op extends { parameters: infer Given extends { path?: unknown; query?: unknown } }
  ? { [Part in keyof Pick<Given, 'path' | 'query'>]: Loose<Given[Part]> }
  : never;
type Body<Op> = Op extends { requestBody: infer Given extends object }
  ? { body: Loose<Json<Given>> }
  : object;

/** The data of an operation's answer. */
export type Answer<A extends Address> =
  Operation<A> extends { responses: infer Responses } ? Data<Json<Responses[keyof Responses]>> : never;
type Data<Content> = Content extends { data: infer Inner } ? Inner : Content;

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** The faults of each field. */
  readonly fields: readonly { field: string; message: string }[];
  constructor(status: number, code: string, message: string, fields: Refusal['fields'] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

interface Sent {
  /** The merchant; null: the installation. */
  at?: string | null;
  /** The idempotency key: the same for every attempt of one act. */
  once?: string;
  /** What the proof dialog shows; absent: the values of the body. */
  shows?: string;
}

/** Calls an operation. Returns the answer's data or throws a Refusal. */
export async function call<A extends Address>(operation: A, given: Input<A> & Sent): Promise<Answer<A>> {
  const response = await request(operation, given);
  const answer = await response.json().catch(() => ({}));
  return 'data' in answer ? answer.data : answer;
}

/** A request that needs a fresh proof of identity. */
export interface ActToProve {
  method: string;
  /** Path and query. */
  address: string;
  at: string | null;
  body: unknown;
  shows: string | undefined;
  /** The previous proof was refused. */
  isAgain: boolean;
}

/** Asks the user for the value of the header X-Proof; null: they declined. */
type AskForProof = (act: ActToProve) => Promise<string | null>;
let askForProof: AskForProof | null = null;

/** Registers the dialog that asks for proofs; null removes it. */
export function askProofsBy(ask: AskForProof | null): void {
  askForProof = ask;
}

/** Asks the person to sign in again; false: they did not. */
/** Operations that keys may call, too, miss a key when there is no session. */
const signedOutCodes: readonly string[] = ['sign_in_required', 'credentials_missing'] satisfies ErrorCode[];
type SignInAgain = () => Promise<boolean>;
let signInAgain: SignInAgain | null = null;

/** Registers the dialog that appears when the session is over; null removes it. */
export function signInAgainBy(ask: SignInAgain | null): void {
  signInAgain = ask;
}

/** A file: its type, and a signal that stops it. */
export interface Wanted {
  accept: string;
  signal: AbortSignal;
}

/** Returns the raw response, for answers that are not JSON. Repeats the request with a proof if the server demands one,
 * and after a new sign-in if the session is over. */
export async function request<A extends Address>(
  operation: A,
  given: Input<A> & Sent,
  wanted: Wanted | null = null,
): Promise<Response> {
  const { path = {}, query = {}, body, at, shows } = given as Given;
  const [method = '', pattern = ''] = operation.split(' ');
  const address = addressOf(pattern, path, query);
  let proof: string | null = null;
  let mayAsk = !address.startsWith('/dashboard/api/session');
  for (;;) {
    try {
      return await sendOnce(method, address, given as Given, proof, wanted);
    } catch (error) {
      const isOver = error instanceof Refusal && signedOutCodes.includes(error.code);
      if (isOver && mayAsk && signInAgain && (await signInAgain())) {
        mayAsk = false;
        continue;
      }
      const isAsked =
        error instanceof Refusal &&
        (error.code === 'proof_required' || (proof !== null && error.fields[0]?.field === 'code'));
      if (!isAsked || !askForProof) throw error;
      const isAgain = proof !== null;
      proof = await askForProof({ method, address, at: at ?? null, body, shows, isAgain });
      if (proof === null) throw new Refusal(0, 'proof_left', '');
    }
  }
}

async function sendOnce(
  method: string,
  address: string,
  { body, at, once }: Given,
  proof: string | null,
  wanted: Wanted | null,
): Promise<Response> {
  const response = await fetch(address, {
    method,
    headers: {
      accept: wanted?.accept ?? 'application/json',
      // CSV and PDF files are written in this language.
      'accept-language': document.documentElement.lang,
      ...(at && { 'x-merchant-id': at }),
      ...(once && { 'idempotency-key': once }),
      ...(proof !== null && { 'x-proof': proof }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: wanted?.signal ?? null,
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

/** The error in the reader's language. `words` are the page's own texts by error code. */
export function explain(
  error: unknown,
  common: DashboardTexts['common'],
  words: Readonly<Record<string, string>> = {},
): string {
  if (!(error instanceof Refusal)) return common.away;
  const own = words[error.code];
  if (own !== undefined) return own;
  if (error.code === 'sign_in_refused') return common.refused;
  if (error.code === 'second_factor_missing') return common.secondFactor.needed;
  if (error.code === 'proof_left') return common.secondFactor.left;
  if (error.status === 429) return common.wait;
  const translated = common.errors?.codes[error.code as ErrorCode];
  if (common.errors) return translated ?? common.wrong;
  if (error.status >= 500 || error.message === '') return common.wrong;
  if (error.fields.length < 2) return error.message;
  return error.fields.map(({ field, message }) => `${field}: ${message}`).join('\n');
}
