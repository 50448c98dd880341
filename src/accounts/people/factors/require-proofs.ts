import type { FastifyRequest, RouteOptions } from 'fastify';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { App } from '../../../base/http/server.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import { browserOf } from '../authenticate.ts';
import type { SignedIn } from '../person.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { actDigest } from './act-digest.ts';
import type { Passkeys } from './passkeys.ts';
import { askSecondFactor, type CodeDeps, secondFactorMissing } from './second-factor.ts';

/**
 * The people who must present a second factor for one act:
 * - `always`: all; a person without one cannot do it.
 * - `demanded`: those who have one; if the installation or the merchant demands one, a person without one cannot do it.
 * - `if_set_up`: those who have one. For the factors themselves, since the first one has to begin somewhere.
 */
export const proofRules = ['always', 'demanded', 'if_set_up'] as const;
export type ProofRule = (typeof proofRules)[number];

declare module 'fastify' {
  interface FastifySchema {
    /** A strong act: it requires a fresh proof in the header X-Proof. */
    'x-proof'?: ProofRule;
  }
  interface FastifyRequest {
    /** The signed-in person and the merchant; set where the permission is checked. */
    actor: { by: SignedIn; merchant: Merchant | null } | undefined;
  }
}

export interface ProofDeps extends CodeDeps {
  signIn: SignIn;
  passkeys: Passkeys;
  /** Whether the installation demands a second factor for strong acts. */
  isDemanded: boolean;
}

const proofHeader = {
  'x-proof': {
    type: 'string',
    maxLength: 8_000,
    description:
      'A proof that is good for this request alone: a code of the authenticator app, a backup code, or the answer of a passkey (`askForProof`). Without one whoever has a second factor gets `proof_required`',
  },
};

/**
 * Makes every route that declares `x-proof` require a proof, after its body was validated and before anything is done.
 * Done for all routes in one place, so that none is forgotten. Call it before any route is added.
 */
export function requireProofs(app: App, deps: ProofDeps): void {
  app.decorateRequest('actor', undefined);
  app.addHook('onRoute', (route: RouteOptions) => {
    const rule = route.schema?.['x-proof'];
    if (rule === undefined) return;
    if (route.preHandler) throw new Error(`${route.url}: a proof is asked for before all else`);
    const headers = (route.schema as { headers?: { properties: object } }).headers;
    route.schema = {
      ...route.schema,
      headers: { type: 'object', ...headers, properties: { ...headers?.properties, ...proofHeader } },
    };
    route.preHandler = async (request: FastifyRequest) => {
      // A key proves nothing beside itself: what it may do is its scope.
      const isByKey = request.actor === undefined && request.apiKey !== undefined;
      if (!isByKey) await checkProof(deps, request, rule);
    };
  });
}

async function checkProof(deps: ProofDeps, request: FastifyRequest, rule: ProofRule): Promise<void> {
  if (!request.actor) throw new Error(`${request.routeOptions.url}: nobody is known who could prove it`);
  const { by, merchant } = request.actor;
  const { hasSecondFactor, hasPasskey } = by.person;
  if (!hasSecondFactor && !hasPasskey) {
    const isDemanded = deps.isDemanded || merchant?.settings.secondFactorDemanded === true;
    if (rule === 'always' || (rule === 'demanded' && isDemanded)) throw secondFactorMissing();
    return;
  }
  const shown = request.headers['x-proof'];
  if (typeof shown !== 'string' || shown.trim() === '') {
    throw proofRequired();
  }
  const passkeyAnswer = /^([0-9a-f-]{36})\.([\w-]{1,6000})$/.exec(shown);
  if (passkeyAnswer) {
    const [, step = '', answer = ''] = passkeyAnswer;
    const { method, originalUrl: url, body } = request;
    await deps.passkeys.prove(
      by,
      step,
      readJson(answer),
      actDigest({ method, url, merchantId: merchant?.id ?? null, body }),
    );
    return;
  }
  // A code proves the request that carries it: it is used up before anything is done, even if the request fails.
  const code = shown.replaceAll(' ', '');
  if (!hasSecondFactor) throw proofRequired();
  if (!/^\d{6}$/.test(code)) {
    await deps.signIn.useBackupCode(browserOf(request), by, code);
    return;
  }
  const useCode = await askSecondFactor(deps, by.person, code);
  await deps.sql.begin((tx) => useCode(tx));
}

function proofRequired(): PasarelaError {
  return new PasarelaError(
    'proof_required',
    'This asks for a fresh proof that it is you: a code of your authenticator app, or your passkey.',
  );
}

/** A malformed answer is refused like any other that does not match. */
function readJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64url').toString('utf8'));
  } catch {
    return {};
  }
}
