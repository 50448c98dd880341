import { ApiError } from './api-error.ts';

export interface KeptAnswer {
  status: number;
  body: object;
}

/** Idempotency like Stripe's: the first answer to a key is the answer to all, a 500 too. */
export function createKeptAnswers() {
  const kept = new Map<string, { request: string; answer: KeptAnswer | null }>();

  return {
    /** The stored answer of a key; null: this request has to be executed. */
    begin(key: string, request: string): KeptAnswer | null {
      if (key.length > 255)
        throw new ApiError(400, { type: 'invalid_request_error', message: 'The key is too long.' });
      const earlier = kept.get(key);
      if (!earlier) {
        kept.set(key, { request, answer: null });
        return null;
      }
      if (earlier.request !== request) {
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        });
      }
      if (!earlier.answer) {
        throw new ApiError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
      }
      return earlier.answer;
    },
    end(key: string, answer: KeptAnswer): void {
      const begun = kept.get(key);
      if (begun) begun.answer = answer;
    },
    /** The request never counted as begun. */
    forget(key: string): void {
      kept.delete(key);
    },
  };
}
