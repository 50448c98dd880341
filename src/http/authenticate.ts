import type { FastifyRequest } from 'fastify';
import type { RateLimits } from '../config.ts';
import { PasarelaError } from '../errors.ts';
import { type Directory, findKey, type Listing } from '../merchants/directory.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { Session, SessionTokens } from '../merchants/session-token.ts';
import type { Secrets } from '../secrets.ts';
import type { RateLimiter } from './limits.ts';

/** Finds out which merchant is asking. Everything an answer shows hangs on the merchant found here. */
export interface Authenticator {
  /** The headers x-api-key and X-Merchant-Id. */
  byKey(request: FastifyRequest): Promise<Merchant>;
  /** A bearer token of E1 with its x-session-id. */
  byToken(request: FastifyRequest): Promise<{ merchant: Merchant; session: Session }>;
  /** Either: for reading and acting. */
  byKeyOrToken(request: FastifyRequest): Promise<Merchant>;
}

export interface AuthenticatorDeps {
  directory: Directory;
  secrets: Secrets;
  tokens: SessionTokens;
  limiter: RateLimiter;
  limits: RateLimits | null;
  now(): Date;
}

/** Longer than any key of ours: what is longer is not looked at. */
const maxCredentialLength = 200;

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { directory, limiter, limits } = deps;

  /** A wrong credential costs the address that showed it: guessing gets slow before it gets anywhere. */
  function refuse(request: FastifyRequest, error: PasarelaError): never {
    if (limits) limiter.take(`refused:${request.ip}`, limits.perAddress, deps.now());
    throw error;
  }

  function admit(listing: Listing): Merchant {
    const { merchant } = listing;
    if (!merchant.enabled) {
      throw new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
    }
    if (limits) {
      const limit = merchant.settings.requestsPerTenSeconds ?? limits.perMerchant;
      limiter.take(`merchant:${merchant.id}`, limit, deps.now());
    }
    return merchant;
  }

  async function byKey(request: FastifyRequest): Promise<Merchant> {
    const key = header(request, 'x-api-key');
    const merchantId = header(request, 'x-merchant-id');
    if (!key || !merchantId) {
      const missing = [...(key ? [] : ['x-api-key']), ...(merchantId ? [] : ['X-Merchant-Id'])];
      return refuse(
        request,
        new PasarelaError('credentials_missing', `Missing header: ${missing.join(' and ')}.`),
      );
    }
    const listing = await directory.get(merchantId.toLowerCase());
    if (!listing || !findKey(listing, key, deps.secrets.matchesApiKey, deps.now())) {
      return refuse(
        request,
        new PasarelaError(
          'credentials_invalid',
          'The API key and merchant id do not match a merchant account.',
        ),
      );
    }
    return admit(listing);
  }

  async function verifyBearer(request: FastifyRequest): Promise<{ merchant: Merchant; session: Session }> {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!token) {
      return refuse(
        request,
        new PasarelaError('token_missing', 'Missing header: Authorization: Bearer <access_token>.'),
      );
    }
    let session: Session;
    try {
      session = deps.tokens.verify(token);
    } catch (error) {
      return refuse(request, error as PasarelaError);
    }
    const listing = await directory.get(session.merchantId);
    if (!listing)
      return refuse(request, new PasarelaError('token_invalid', 'The access token is not valid.'));
    return { merchant: admit(listing), session };
  }

  function checkSession(request: FastifyRequest, session: Session, required: boolean): void {
    const sessionId = header(request, 'x-session-id');
    if (sessionId === undefined && !required) return;
    if (sessionId?.toLowerCase() === session.sessionId) return;
    refuse(
      request,
      new PasarelaError(
        'session_mismatch',
        sessionId
          ? 'The x-session-id does not belong to this access token.'
          : 'Missing header: x-session-id, as given with the access token.',
      ),
    );
  }

  return {
    byKey,
    async byToken(request) {
      const verified = await verifyBearer(request);
      checkSession(request, verified.session, true);
      return verified;
    },
    async byKeyOrToken(request) {
      if (request.headers.authorization === undefined) return await byKey(request);
      const { merchant, session } = await verifyBearer(request);
      checkSession(request, session, false);
      return merchant;
    },
  };
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value.length <= maxCredentialLength ? value : undefined;
}
