import { createPublicKey } from 'node:crypto';
import { type FieldFault, PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import { readTime, timeExpected } from '../../../base/http/request/list-values.ts';
import { parseDecimal } from '../../../base/money/money.ts';
import { networkById } from '../../../chain/chains/networks.ts';
import { nameFault } from './api-key.ts';
import { type KeyBounds, type KeyScope, keyScopes, moneyOutScopes, noBounds } from './key-scopes.ts';
import { sourceFaults } from './key-sources.ts';

/** A requested key. Absent fields take the default. */
export interface KeyRequest {
  name: string | null;
  scopes?: readonly string[] | null;
  payout_max?: string | null;
  payouts_per_day?: string | null;
  networks?: readonly string[] | null;
  sources?: readonly string[] | null;
  expires_at?: string | null;
  signing_key?: string | null;
}

/** The rights of a new key. */
export interface KeyGrant {
  name: string | null;
  /** null: everything, including operations that get a scope of their own later. Only the command line grants that. */
  scopes: KeyScope[] | null;
  bounds: KeyBounds;
  expiresAt: Date | null;
  signingKey: Buffer | null;
  /** The maker's account; null: the command line. */
  madeBy: string | null;
}

/** Validates a request for a key, and reports all faults at once. By default a key cannot move money out. */
export function readKeyRequest(
  request: KeyRequest,
  maker: { id: string; scopes: readonly KeyScope[] },
  now: Date,
): KeyGrant {
  const faults: FieldFault[] = [];
  const add = (field: string, message: string | null): void => {
    if (message !== null) faults.push({ field, message });
  };
  const name = request.name?.trim() || null;
  add('name', nameFault(name));
  const scopes = readScopes(request.scopes ?? null, maker.scopes, add);
  const payoutMaxMinor = readBound(request.payout_max ?? null, 'payout_max', add);
  const payoutsPerDayMinor = readBound(request.payouts_per_day ?? null, 'payouts_per_day', add);
  const networks = request.networks ? [...new Set(request.networks)] : null;
  for (const [at, id] of (networks ?? []).entries()) {
    add(`networks.${at}`, networkById(id) ? null : 'is not a network of ours');
  }
  if (networks?.length === 0) add('networks', 'must name a network, or be null: every network');
  if (request.sources) faults.push(...sourceFaults(request.sources));
  const expiresAt = readEnd(request.expires_at ?? null, now, add);
  const signingKey = readSigningKey(request.signing_key ?? null, add);
  if (faults.length > 0) throw validationFailed(faults);
  const refused = scopes.filter((scope) => !maker.scopes.includes(scope));
  if (refused.length > 0) {
    const message = `Your role cannot make a key with the scopes ${refused.join(', ')}. Ask an owner to make it.`;
    throw new PasarelaError('permission_missing', message);
  }
  const sources = request.sources ? [...request.sources] : null;
  return {
    name,
    scopes,
    bounds: { payoutMaxMinor, payoutsPerDayMinor, networks, sources },
    expiresAt,
    signingKey,
    madeBy: maker.id,
  };
}

type AddFault = (field: string, message: string | null) => void;

function readScopes(
  given: readonly string[] | null,
  allowed: readonly KeyScope[],
  add: AddFault,
): KeyScope[] {
  if (given === null) return allowed.filter((scope) => !moneyOutScopes.includes(scope));
  if (given.length === 0) add('scopes', 'must name a scope');
  for (const [at, scope] of given.entries()) {
    const isKnown = (keyScopes as readonly string[]).includes(scope);
    add(`scopes.${at}`, isKnown ? null : `must be one of ${keyScopes.join(', ')}`);
  }
  return keyScopes.filter((scope) => given.includes(scope));
}

function readBound(text: string | null, field: string, add: AddFault): bigint | null {
  if (text === null) return null;
  const minor = parseDecimal(text, 2);
  if (typeof minor === 'bigint' && minor > 0n) return minor;
  add(field, 'must be an amount in USD above zero, e.g. "250.00"');
  return null;
}

function readEnd(text: string | null, now: Date, add: AddFault): Date | null {
  if (text === null) return null;
  const end = readTime(text);
  if (end === null) add('expires_at', `must be ${timeExpected}`);
  else if (end <= now) add('expires_at', 'must lie in the future');
  return end;
}

/** The 32 bytes of an Ed25519 public key in PEM. */
function readSigningKey(pem: string | null, add: AddFault): Buffer | null {
  if (pem === null) return null;
  try {
    const { kty, crv, x } = createPublicKey(pem).export({ format: 'jwk' });
    if (kty === 'OKP' && crv === 'Ed25519' && x && !pem.includes('PRIVATE'))
      return Buffer.from(x, 'base64url');
  } catch {
    // Reported below, like any other text that is no key.
  }
  add('signing_key', 'must be an Ed25519 public key in PEM ("-----BEGIN PUBLIC KEY-----")');
  return null;
}

/** The rights that every key had before scopes existed. */
export function unboundGrant(name: string | null): KeyGrant {
  return {
    name,
    scopes: null,
    bounds: noBounds,
    expiresAt: null,
    signingKey: null,
    madeBy: null,
  };
}
