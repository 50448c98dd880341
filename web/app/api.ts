import type { DashboardTexts } from '../texts/dashboard/en.ts';
import { addresses, type Operations } from './operations.ts';

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
  /** What is confirmed where a proof is asked for; absent: the values of the body. */
  shows?: string;
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

/** A request that is refused until its person proves that it is they. */
export interface ActToProve {
  method: string;
  /** With its query. */
  address: string;
  at: string | null;
  body: unknown;
  shows: string | undefined;
  /** The proof before was refused. */
  isAgain: boolean;
}

/** Asks whoever sits there for the header X-Proof; null: they let it be. */
type AskForProof = (act: ActToProve) => Promise<string | null>;
let askForProof: AskForProof | null = null;

/** For the one dialog that asks; null: it is gone. */
export function askProofsBy(ask: AskForProof | null): void {
  askForProof = ask;
}

/** The answer as it comes, where it is no JSON. A strong act is sent again with the proof that it asks for. */
export async function request<Name extends keyof Operations>(
  name: Name,
  given: Operations[Name]['input'] & Sent,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { path = {}, query = {}, body, at, shows } = given as Given;
  const [method = '', pattern = ''] = addresses[name].split(' ');
  const address = addressOf(pattern, path, query);
  let proof: string | null = null;
  for (;;) {
    try {
      return await sendOnce(method, address, given as Given, proof, signal);
    } catch (error) {
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
  signal: AbortSignal | null,
): Promise<Response> {
  const response = await fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      // Files are written in it.
      'accept-language': document.documentElement.lang,
      ...(at && { 'x-merchant-id': at }),
      ...(once && { 'idempotency-key': once }),
      ...(proof !== null && { 'x-proof': proof }),
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
  if (error.status >= 500 || error.message === '') return common.wrong;
  if (error.fields.length < 2) return error.message;
  return error.fields.map(({ field, message }) => `${field}: ${message}`).join('\n');
}
