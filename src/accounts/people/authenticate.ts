import type { FastifyRequest } from 'fastify';
import { PasarelaError } from '../../base/ground/errors.ts';
import { type Identification, identify } from '../../base/http/identify.ts';
import { clientAddress } from '../../base/http/request/client-address.ts';
import { notFound } from '../../base/http/server.ts';
import type { Directory } from '../merchants/directory.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { actorOf, type SignedIn } from './person.ts';
import { may, type Permission, rolesAt } from './roles.ts';
import type { Browser, SignIn } from './sign-in/sign-in.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The permission that a signed-in person needs to call the route; absent: signing in gives no access. */
    'x-permission'?: Permission | 'anyone' | 'signed_in';
  }
}

/** The signed-in person, and the place of the request. */
export interface PersonAtPlace {
  by: SignedIn;
  /** null: the installation. */
  merchant: Merchant | null;
}

/** Identifies the calling person and checks their permission. */
export interface PeopleAuthenticator {
  bySignIn(request: FastifyRequest): Promise<SignedIn>;
  /**
   * The place is the header X-Merchant-Id, or without it the installation; the route's schema names the permission
   * needed there.
   */
  atPlace(request: FastifyRequest): Promise<PersonAtPlace>;
  /**
   * The same at a merchant, for routes that also accept keys; null: the request has no session, or the route accepts
   * none.
   */
  ifSignedIn(request: FastifyRequest): Promise<{ merchant: Merchant; actor: string } | null>;
  /** Refuses requests that another site makes a browser send. */
  checkOrigin(request: FastifyRequest): void;
}

export function createPeopleAuthenticator(deps: {
  signIn: SignIn;
  directory: Directory;
  baseUrl(): string;
  /** Counts a person's requests. */
  takeRequest(personId: string): Promise<void>;
}): PeopleAuthenticator {
  function checkOrigin({ method, headers }: FastifyRequest): void {
    if (method === 'GET' || method === 'HEAD') return;
    if (headers.origin === new URL(deps.baseUrl()).origin) return;
    throw new PasarelaError('foreign_origin', 'This can be done on the dashboard itself only.');
  }

  async function whoAsks(request: FastifyRequest): Promise<SignedIn | null> {
    const by = await deps.signIn.whoIs(browserOf(request));
    if (by) await deps.takeRequest(by.person.id);
    return by;
  }

  async function bySignIn(request: FastifyRequest): Promise<SignedIn> {
    const by = await whoAsks(request);
    if (!by) throw new PasarelaError('sign_in_required', 'Sign in first.');
    checkOrigin(request);
    request.actor = { by, merchant: null };
    return by;
  }

  async function placeOf(request: FastifyRequest, by: SignedIn): Promise<PersonAtPlace> {
    const permission = permissionOf(request);
    if (permission === undefined)
      throw new Error(`${request.routeOptions.url} says nothing of who may call it`);
    const named = request.headers['x-merchant-id'];
    const merchantId = typeof named === 'string' ? named.toLowerCase() : null;
    const merchant = merchantId === null ? null : ((await deps.directory.get(merchantId))?.merchant ?? null);
    // Another merchant's place looks like one that does not exist.
    if ((merchantId !== null && !merchant) || rolesAt(by.held, merchantId).length === 0) throw notFound();
    if (!may(by.held, permission, merchantId)) {
      throw new PasarelaError(
        'permission_missing',
        'Your role does not allow this. Ask whoever invited you.',
      );
    }
    const isOfInstallation = by.held.some((each) => each.merchantId === null);
    if (merchant && !merchant.enabled && !isOfInstallation && request.method !== 'GET') throw disabled();
    request.actor = { by, merchant };
    return { by, merchant };
  }

  return {
    checkOrigin,
    bySignIn,
    atPlace: async (request) => await placeOf(request, await bySignIn(request)),
    async ifSignedIn(request) {
      const { cookie, authorization, 'x-api-key': key } = request.headers;
      if (cookie === undefined || authorization !== undefined || key !== undefined) return null;
      if (permissionOf(request) === undefined) return null;
      const by = await whoAsks(request);
      if (!by) return null;
      checkOrigin(request);
      const { merchant } = await placeOf(request, by);
      if (!merchant) throw notFound();
      if (!merchant.enabled && request.method !== 'GET') {
        throw disabled();
      }
      return { merchant, actor: actorOf(by) };
    },
  };
}

function disabled(): PasarelaError {
  return new PasarelaError('merchant_disabled', 'This merchant account is disabled.');
}

function permissionOf({ routeOptions }: FastifyRequest): Permission | undefined {
  const named = routeOptions.schema?.['x-permission'];
  return named === 'anyone' || named === 'signed_in' ? undefined : named;
}

/** Counts an address's requests to the sign-in. */
export type CountAttempt = (request: FastifyRequest) => Promise<void>;

/** For requests without a known person: only from our own page, and rate-limited. */
export function asAnyone(people: PeopleAuthenticator, takeTry: CountAttempt): Identification<null> {
  return identify<null>(async (request) => {
    people.checkOrigin(request);
    await takeTry(request);
    return null;
  });
}

export function browserOf(request: FastifyRequest): Browser {
  return {
    cookie: request.headers.cookie,
    userAgent: request.headers['user-agent'],
    address: clientAddress(request),
    isGone: () => request.raw.socket.destroyed,
  };
}
