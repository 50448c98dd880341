import type { PaymentSummary } from '../src/dashboard/payment.ts';
import type { Happening } from '../src/dashboard/timeline.ts';
import type { Language } from '../src/money/language.ts';
import type { Place } from '../src/people/places.ts';
import type { Texts } from './texts/en.ts';

/** What the server answers; the shapes are the server's own. */
export type { Happening, PaymentSummary, Place };

export interface Me {
  person: { id: string; email: string; name: string; language: Language; has_second_factor: boolean };
  places: Place[];
}

export interface PaymentDetail extends PaymentSummary {
  can_cancel: boolean;
  refund: { way: 'card' | 'chain'; left: string | null } | null;
  timeline: Happening[];
}

export interface People {
  people: {
    id: string;
    email: string;
    name: string;
    role: string;
    has_second_factor: boolean;
    sessions: number;
  }[];
  invitations: { email: string; role: string; invited_by: string; expires_at: string }[];
  roles: string[];
}

export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** At which merchant; null: in the installation. */
  merchantId?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The answer's data, or what the server said against it. */
export async function ask<T>(
  path: string,
  { method = 'GET', merchantId, body, headers }: Ask = {},
): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(merchantId && { 'x-merchant-id': merchantId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.data ?? answer;
  const code = answer.data?.error ?? answer.error ?? '';
  throw new Refusal(response.status, code, answer.message ?? '');
}

/** What went wrong, in words for whoever sits there. */
export function explain(error: unknown, t: Texts): string {
  if (!(error instanceof Refusal)) return t.away;
  if (error.code === 'sign_in_refused') return t.refused;
  if (error.status === 429) return t.wait;
  return error.status >= 500 || error.message === '' ? t.wrong : error.message;
}
