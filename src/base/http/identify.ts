import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `identify`, read by its `callerOf` alone. */
    caller: unknown;
    /** Whose API key was shown, as the log of requests has it. */
    keyShown: KeyShown | undefined;
    /** The API key that was shown and works; read by the merchants' authenticator alone. */
    apiKey: unknown;
  }
}

export interface KeyShown {
  merchantId: string;
  /** null: the merchant was named, but no key of it that works was shown. */
  keyId: string | null;
}

/** Authenticates the caller of a route and hands it to the handler. */
export interface Identification<T> {
  onRequest: onRequestAsyncHookHandler;
  callerOf(request: FastifyRequest): T;
}

/**
 * Authenticates before the body is read. A caller who may not ask makes us parse nothing and learns nothing from the
 * faults of a body.
 */
export function identify<T>(find: (request: FastifyRequest) => Promise<T>): Identification<T> {
  return {
    async onRequest(request) {
      request.caller = await find(request);
    },
    callerOf: (request) => request.caller as T,
  };
}
