import type { FastifyRequest } from 'fastify';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import type { RateLimiter, RequestLimits } from '../../../base/http/limits.ts';
import { clientAddress } from '../../../base/http/request/client-address.ts';
import { type Directory, findKey, isUsable, type Listing } from '../directory.ts';
import { type ApiKey, apiKeyId, keyPrefix } from '../keys/api-key.ts';
import { type Asker, keyAsks, personAsks } from '../keys/asker.ts';
import { type KeyScope, keyRefusal, type RouteScope } from '../keys/key-scopes.ts';
import type { Merchant } from '../merchant.ts';
import { agentHeader, type NoteAgent } from './agent-calls.ts';
import { requireSignature } from './request-signature.ts';
import type { Session, SessionTokens } from './session-token.ts';
import { merchantNamedIn, type SignedToken, type TokenHolder } from './signed-token.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The scope that an API key needs to call the route. A route that accepts keys must declare it. */
    'x-scope'?: RouteScope;
  }
}

/** The calling merchant, and the key that it used. */
export interface Caller {
  merchant: Merchant;
  holder: TokenHolder;
}

export interface SessionCaller {
  merchant: Merchant;
  session: Session;
}

/** Identifies the calling merchant. Every answer depends on the merchant found here. */
export interface Authenticator {
  /** E1: the headers x-api-key and X-Merchant-Id. */
  byKey(request: FastifyRequest): Promise<Caller>;
  /** E2: a bearer token of E1 with its x-session-id. */
  bySession(request: FastifyRequest): Promise<SessionCaller>;
  /** E3: the API key as bearer token. */
  byBearerKey(request: FastifyRequest): Promise<Caller>;
  /** Reading and acting: key headers, or a token of E1 or E3. */
  byAny(request: FastifyRequest): Promise<Merchant>;
  /** The author of a request whose merchant one of these has identified. */
  askerOf(request: FastifyRequest): Asker;
  /** The same for a request that moves a payout: refuses a key's request that must be signed and is not. */
  signedAsker(request: FastifyRequest, merchant: Merchant): Promise<Asker>;
  /** Refuses a key that lacks the scope, on a route that accepts several. */
  requireScope(request: FastifyRequest, scope: KeyScope): void;
  /** E4 and E5: key headers or a token of E3; null if the request has no credentials at all. */
  ifShown(request: FastifyRequest): Promise<Merchant | null>;
}

export interface AuthenticatorDeps {
  directory: Directory;
  secrets: Secrets;
  sessionTokens: SessionTokens;
  legacyTokens: SignedToken;
  limiter: RateLimiter;
  limits: RequestLimits | null;
  /** A signed-in person with the route's permission; null: the request has no session, or the route accepts none. */
  ifSignedIn(request: FastifyRequest): Promise<{ merchant: Merchant; actor: string } | null>;
  noteAgent: NoteAgent;
  now(): Date;
}

/** Longer than any key of ours: longer credentials are not examined. */
const maxCredentialLength = 200;

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { directory, limiter, limits } = deps;
  const people = new WeakMap<FastifyRequest, string>();

  /** A wrong credential counts against its address: guessing becomes slow before it succeeds. */
  async function refuse(
    request: FastifyRequest,
    error: PasarelaError,
    /** The merchant that the request named, whose developers may want to see it. */
    named: string | null = null,
  ): Promise<never> {
    if (limits) await limiter.take(`refused:${clientAddress(request)}`, limits.perAddress, deps.now());
    const listing = named === null ? null : await directory.get(named);
    if (listing) request.keyShown = { merchantId: listing.merchant.id, keyId: null };
    throw error;
  }

  /** Refuses operations that the key may not do, and records the key. */
  function use(request: FastifyRequest, key: ApiKey): void {
    request.apiKey = key;
    if (key.worksFrom !== null && !key.worksFrom(request.ip ?? '')) {
      throw new PasarelaError(
        'source_not_allowed',
        `The API key ${keyPrefix(key.id)}… does not work from this address.`,
      );
    }
    if (key.scopes === null) return;
    const { url, schema } = request.routeOptions;
    const scope = schema?.['x-scope'];
    if (scope === undefined) throw new Error(`${url} says nothing of the scope that a key needs`);
    demand(request, key, scope);
  }

  function demand(request: FastifyRequest, key: ApiKey, scope: RouteScope): void {
    const named = request.routeOptions.schema?.['x-permission'];
    const refusal = keyRefusal(key, { scope, permission: named ?? null });
    if (refusal === null) return;
    const wanted = ([] as string[]).concat(scope).join(' or ');
    throw new PasarelaError(
      'scope_missing',
      refusal === 'scope_missing'
        ? `The API key ${keyPrefix(key.id)}… lacks the scope ${wanted}.`
        : `The person who made the API key ${keyPrefix(key.id)}… is not allowed to do this, so the key is not either.`,
    );
  }

  async function admit({ merchant }: Listing): Promise<Merchant> {
    if (!merchant.enabled) {
      throw new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
    }
    if (limits) {
      const limit = merchant.settings.requestsPerTenSeconds ?? limits.perMerchant;
      await limiter.take(`merchant:${merchant.id}`, limit, deps.now());
    }
    return merchant;
  }

  async function noteAgent({ headers, method, url, id }: FastifyRequest, key: ApiKey): Promise<void> {
    await deps.noteAgent(key, { tool: headers[agentHeader], method, url, requestId: id });
  }

  /** The caller whose listing contains the presented key. */
  async function callerOf(
    request: FastifyRequest,
    listing: Listing | null,
    key: string,
  ): Promise<Caller | null> {
    const known = listing && findKey(listing, key, deps.secrets.matchesApiKey, deps.now());
    if (!known) return null;
    const holder = { merchantId: known.merchantId, keyId: known.id };
    request.keyShown = holder;
    use(request, known);
    const merchant = await admit(listing);
    if (request.headers[agentHeader] !== undefined) await noteAgent(request, known);
    return { merchant, holder };
  }

  async function byKey(request: FastifyRequest): Promise<Caller> {
    const key = header(request, 'x-api-key');
    const merchantId = header(request, 'x-merchant-id');
    if (!key || !merchantId) {
      const missing = [...(key ? [] : ['x-api-key']), ...(merchantId ? [] : ['X-Merchant-Id'])];
      return refuse(
        request,
        new PasarelaError('credentials_missing', `Missing header: ${missing.join(' and ')}.`),
      );
    }
    const named = merchantId.toLowerCase();
    const caller = await callerOf(request, await directory.withKey(named, apiKeyId(key) ?? ''), key);
    const message = 'The API key and merchant id do not match a merchant account.';
    return caller ?? refuse(request, new PasarelaError('credentials_invalid', message), named);
  }

  /** The verified token and its merchant, while the token's key still works. */
  async function byBearer<T extends TokenHolder>(
    request: FastifyRequest,
    verify: (token: string) => T,
  ): Promise<{ merchant: Merchant; verified: T }> {
    const token = bearer(request);
    if (!token) {
      const message = 'Missing header: Authorization: Bearer <access_token>.';
      return refuse(request, new PasarelaError('token_missing', message));
    }
    let verified: T;
    try {
      verified = verify(token);
    } catch (error) {
      return refuse(request, error as PasarelaError, merchantNamedIn(token));
    }
    const listing = await directory.withKey(verified.merchantId, verified.keyId);
    const key = listing?.keys.get(verified.keyId);
    if (!listing || !isUsable(key, deps.now())) {
      const message = 'The API key of this token no longer works. Request a new token with another key.';
      return refuse(request, new PasarelaError('token_invalid', message), verified.merchantId);
    }
    request.keyShown = verified;
    use(request, key);
    const merchant = await admit(listing);
    if (request.headers[agentHeader] !== undefined) await noteAgent(request, key);
    return { merchant, verified };
  }

  async function checkSession(request: FastifyRequest, session: Session): Promise<void> {
    const sessionId = header(request, 'x-session-id');
    if (sessionId?.toLowerCase() === session.sessionId) return;
    const refusal = sessionId
      ? new PasarelaError('session_mismatch', 'The x-session-id does not belong to this access token.')
      : new PasarelaError(
          'credentials_missing',
          'Missing header: x-session-id, as given with the access token.',
        );
    await refuse(request, refusal);
  }

  function askerOf(request: FastifyRequest): Asker {
    const person = people.get(request);
    if (person !== undefined) return personAsks(person);
    const key = request.apiKey as ApiKey | undefined;
    if (!key) throw new Error(`nobody is known to have asked ${request.routeOptions.url}`);
    return keyAsks(key);
  }

  return {
    byKey,
    async bySession(request) {
      const { merchant, verified } = await byBearer(request, deps.sessionTokens.verify);
      await checkSession(request, verified);
      return { merchant, session: verified };
    },
    async byBearerKey(request) {
      const key = bearer(request);
      if (!key) {
        const message = 'Missing or malformed header: Authorization: Bearer <API_KEY>.';
        return refuse(request, new PasarelaError('credentials_missing', message));
      }
      const caller = await callerOf(request, await directory.findByKeyId(apiKeyId(key) ?? ''), key);
      return (
        caller ??
        refuse(request, new PasarelaError('account_not_found', 'Account not found for this API key.'))
      );
    },
    askerOf,
    async signedAsker(request, { settings }) {
      const asker = askerOf(request);
      const { method, originalUrl, headers } = request;
      const body = request.bodyBytes ?? Buffer.alloc(0);
      const signed = { method, target: originalUrl, headers, body };
      await requireSignature(signed, asker, settings.payoutSignatureRequired);
      return asker;
    },
    requireScope(request, scope) {
      const key = request.apiKey as ApiKey | undefined;
      if (key) demand(request, key, scope);
    },
    async byAny(request) {
      const signedIn = request.headers.cookie === undefined ? null : await deps.ifSignedIn(request);
      if (signedIn) {
        people.set(request, signedIn.actor);
        return signedIn.merchant;
      }
      if (request.headers.authorization === undefined) return (await byKey(request)).merchant;
      const { merchant, verified } = await byBearer<TokenHolder & { sessionId?: string }>(
        request,
        (token) => {
          try {
            return deps.legacyTokens.verify(token);
          } catch {
            return deps.sessionTokens.verify(token);
          }
        },
      );
      // A given session must be the token's own.
      if (verified.sessionId !== undefined && request.headers['x-session-id'] !== undefined) {
        await checkSession(request, verified as Session);
      }
      return merchant;
    },
    async ifShown(request) {
      if (request.headers.authorization !== undefined) {
        return (await byBearer(request, deps.legacyTokens.verify)).merchant;
      }
      const shown =
        request.headers['x-api-key'] !== undefined || request.headers['x-merchant-id'] !== undefined;
      return shown ? (await byKey(request)).merchant : null;
    },
  };
}

function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value.length <= maxCredentialLength ? value : undefined;
}
