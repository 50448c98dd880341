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
 * Who has to show a second factor for one act:
 * - `always`: everybody; whoever has none cannot do it.
 * - `demanded`: whoever has one; where the installation or the shop demands one, whoever has none cannot do it.
 * - `if_set_up`: whoever has one. For the factors themselves, since the first one has to begin somewhere.
 */
export const proofRules = ['always', 'demanded', 'if_set_up'] as const;
export type ProofRule = (typeof proofRules)[number];

declare module 'fastify' {
  interface FastifySchema {
    /** The act is strong: a fresh proof is asked for, with the header X-Proof. */
    'x-proof'?: ProofRule;
  }
  interface FastifyRequest {
    /** Who signed in and does it, and at which merchant; set where the permission is checked. */
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
 * Makes every route that declares `x-proof` ask for it, after its body was found valid and before anything is done. Done for all routes
 * in one place, so that none forgets it. To be called before any route.
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
    route.preHandler = async (request: FastifyRequest) => await checkProof(deps, request, rule);
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
  // A code proves the request that it comes with: it is used up before anything is done, whatever comes of it.
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

/** An answer that is none is refused with all others that do not fit. */
function readJson(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64url').toString('utf8'));
  } catch {
    return {};
  }
}
