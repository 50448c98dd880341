import { ConnectionError, refusalOf, TimeoutError } from './errors.ts';
import { type SigningKey, signatureHeaders } from './signature.ts';

export interface ClientOptions {
  /** The address of your installation, e.g. https://pay.company.example */
  baseUrl: string;
  apiKey: string;
  merchantId: string;
  /** The private key (PKCS #8, PEM) of an API key that signs its payouts. */
  signingKey?: string;
  /** For one request, without its repetitions. 30 seconds if absent. */
  timeoutMs?: number;
  /** How often a request is repeated after a connection fault, 429 or 5xx. 3 if absent. */
  maxRetries?: number;
  /** In place of the runtime's own, e.g. to go through a proxy. */
  fetch?: typeof fetch;
}

/** For one call. */
export interface CallOptions {
  /**
   * The same key with the same body does it once, however often it is sent. Without one, each call makes its own and keeps
   * it over its repetitions. Give your order's number to be safe over a crash, too.
   */
  idempotencyKey?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
  /** In place of the API key. */
  headers?: Readonly<Record<string, string>>;
  /** The operation takes an idempotency key. */
  isKeyed?: boolean;
  /** Doing it twice would do it twice: it is repeated only when it certainly was not done. */
  isOnce?: boolean;
  isSigned?: boolean;
}

/** A result, or with `withResponse()` also the response that brought it. */
export class Call<T> implements PromiseLike<T> {
  readonly #answer: Promise<{ data: T; response: Response }>;

  constructor(answer: Promise<{ data: T; response: Response }>) {
    this.#answer = answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like a promise
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as a promise's own
  catch<B = never>(onError: (error: any) => B | PromiseLike<B>): Promise<T | B> {
    return this.then(null, onError);
  }

  finally(onEnd: () => void): Promise<T> {
    return this.then().finally(onEnd);
  }

  withResponse(): Promise<{ data: T; response: Response }> {
    return this.#answer;
  }
}

const firstPauseMs = 300;
const longestPauseMs = 10_000;

export interface Http {
  send(request: Request, options?: CallOptions): Promise<{ body: unknown; response: Response }>;
}

export function createHttp(client: ClientOptions): Http {
  const { apiKey, merchantId, maxRetries = 3 } = client;
  const base = client.baseUrl.replace(/\/+$/, '');
  const fetchNow = client.fetch ?? fetch;
  const signing: SigningKey | null = client.signingKey === undefined ? null : { pem: client.signingKey };

  async function once(request: Request, text: string | undefined, key: string | null, options: CallOptions) {
    const url = new URL(base + request.path);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(request.headers ?? { 'x-api-key': apiKey, 'x-merchant-id': merchantId }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...(key !== null && { 'idempotency-key': key }),
      ...(request.isSigned &&
        signing &&
        (await signatureHeaders(signing, request.method, url.pathname, text ?? ''))),
    };
    const timeout = AbortSignal.timeout(options.timeoutMs ?? client.timeoutMs ?? 30_000);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    try {
      const init = { method: request.method, headers, signal, redirect: 'error' as const };
      const response = await fetchNow(url, text === undefined ? init : { ...init, body: text });
      const body = parsed(await response.text());
      if (response.ok && body === undefined) throw new TypeError('The answer was not JSON.');
      return { response, body };
    } catch (cause) {
      options.signal?.throwIfAborted();
      const asked = `${request.method} ${request.path}`;
      throw timeout.aborted
        ? new TimeoutError(`${asked} had no answer in time.`, { cause })
        : new ConnectionError(`${asked} could not be sent, or its answer was cut off.`, { cause });
    }
  }

  return {
    async send(request, options = {}) {
      const text = request.body === undefined ? undefined : JSON.stringify(request.body);
      const key = request.isKeyed ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
      for (let tries = 0; ; tries++) {
        const last = tries >= maxRetries;
        try {
          const { response, body } = await once(request, text, key, options);
          if (response.ok) return { response, body };
          // A request that is refused by 429 has changed nothing, so it is safe to repeat.
          const mayRepeat = response.status === 429 || (response.status >= 500 && !request.isOnce);
          if (last || !mayRepeat) throw refusalOf(response, body);
          await pause(tries, response.headers.get('retry-after'), options.signal);
        } catch (error) {
          if (last || request.isOnce || !(error instanceof ConnectionError)) throw error;
          await pause(tries, null, options.signal);
        }
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Longer each time, and never the same for all who wait. */
async function pause(
  tries: number,
  retryAfter: string | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  const seconds = Number(retryAfter ?? Number.NaN);
  const ownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** tries) * (0.5 + Math.random() / 2);
  const ms = Number.isFinite(seconds) ? Math.min(60_000, seconds * 1000) : ownMs;
  await new Promise<void>((done, fail) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    function stop(): void {
      clearTimeout(timer);
      fail(signal?.reason);
    }
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
