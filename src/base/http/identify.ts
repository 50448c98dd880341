import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `identify`, read only by its `callerOf`. */
    caller: unknown;
    /** The API key presented, for the request log. */
    keyShown: KeyShown | undefined;
    /** The valid API key that was presented; read only by the merchants' authenticator. */
    apiKey: unknown;
  }
}

export interface KeyShown {
  merchantId: string;
  /** null: the merchant is known, but none of its valid keys was presented. */
  keyId: string | null;
}

/** Authenticates the caller of a route and passes it to the handler. */
export interface Identification<T> {
  onRequest: onRequestAsyncHookHandler;
  callerOf(request: FastifyRequest): T;
}

/**
 * Authenticates before the body is read, so an unauthorised caller costs no parsing and learns nothing from the faults
 * of a body.
 */
export function identify<T>(find: (request: FastifyRequest) => Promise<T>): Identification<T> {
  return {
    async onRequest(request) {
      request.caller = await find(request);
    },
    callerOf: (request) => request.caller as T,
  };
}
