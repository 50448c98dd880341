import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isId, newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { type Act, appendAudit } from '../../audit/audit-log.ts';
import { notifyOfChange } from '../account-mail.ts';
import { actorOf, type SignedIn } from '../person.ts';
import type { Browser, Kept, SignIn } from '../sign-in/sign-in.ts';
import { deleteOtherSessions } from '../store.ts';
import {
  type Challenge,
  deletePasskey,
  findPasskey,
  insertChallenge,
  insertPasskey,
  notePasskeyUse,
  type Passkey,
  passkeysOf,
  takeChallenge,
} from './passkey-store.ts';

/** Long enough to fetch the phone. */
const answerMs = 5 * 60_000;
const maxPasskeys = 20;

type Library = typeof import('./webauthn.ts');

let loading: Promise<Library> | null = null;

function loadLibrary(): Promise<Library> {
  loading ??= import(new URL('../../../../dist/people/webauthn.js', import.meta.url).href).catch((cause) => {
    loading = null;
    throw new Error('The sign-in is not built: run "npm install" first.', { cause });
  });
  return loading;
}

export interface PasskeyDeps {
  sql: Sql;
  signIn: SignIn;
  baseUrl(): string;
  now(): Date;
}

/** The browser's challenge, and the id under which it answers. */
export interface Asked {
  step: string;
  options: object;
}

/**
 * Signing in with a passkey, which a phone, a computer or a token stores and uses for this site alone. It asks its
 * owner for a finger, a face or a code, so it provides two factors at once.
 */
export interface Passkeys {
  /** Asks for the password again: a stolen session must not suffice to add a passkey. */
  begin(browser: Browser, by: SignedIn, password: string): Promise<Asked>;
  add(by: SignedIn, step: string, name: string, answer: unknown): Promise<void>;
  list(by: SignedIn): Promise<Passkey[]>;
  remove(by: SignedIn, id: string): Promise<void>;
  ask(): Promise<Asked>;
  signIn(browser: Browser, step: string, answer: unknown): Promise<Kept>;
  /** Asks for one of their passkeys, for one act identified by its digest. */
  askForAct(by: SignedIn, act: string): Promise<Asked>;
  /** Refuses an answer that was not given for this very act within five minutes, or was used before. */
  prove(by: SignedIn, step: string, answer: unknown, act: string): Promise<void>;
}

export function createPasskeys({ sql, signIn, baseUrl, now }: PasskeyDeps): Passkeys {
  const site = () => new URL(baseUrl());

  async function remember(of: Omit<Challenge, 'id'>, options: { challenge: string }): Promise<Asked> {
    const id = newId();
    const until = new Date(now().getTime() + answerMs);
    await insertChallenge(sql, { ...of, id }, options.challenge, now(), until);
    return { step: id, options };
  }

  async function challengeOf(of: Challenge): Promise<string> {
    const challenge = isId(of.id) ? await takeChallenge(sql, of, now()) : null;
    if (challenge === null) throw refused();
    return challenge;
  }

  /** The passkey that answered, after its answer is verified. */
  async function answeredBy(answer: unknown, expectedChallenge: string): Promise<Passkey> {
    const { verifyAuthenticationResponse } = await loadLibrary();
    const response = answer as AuthenticationResponseJSON;
    const passkey = isCredentialId(response?.id) ? await findPasskey(sql, response.id) : null;
    if (!passkey) throw refused();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: site().origin,
      expectedRPID: site().hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!verified || !authenticationInfo) throw refused();
    await notePasskeyUse(sql, passkey.id, authenticationInfo.newCounter, now());
    return passkey;
  }

  return {
    list: (by) => passkeysOf(sql, by.person.id),
    async begin(browser, by, password) {
      await signIn.checkPassword(browser, by, password);
      const known = await passkeysOf(sql, by.person.id);
      if (known.length >= maxPasskeys) {
        throw new PasarelaError('validation_failed', `At most ${maxPasskeys} passkeys: remove one first.`);
      }
      const { generateRegistrationOptions } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: 'Pasarela',
        rpID: site().hostname,
        userName: by.person.email,
        userDisplayName: by.person.name,
        userID: Buffer.from(by.person.id),
        attestationType: 'none',
        excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return await remember({ personId: by.person.id }, options);
    },
    async add(by, step, name, answer) {
      const { verifyRegistrationResponse } = await loadLibrary();
      const expectedChallenge = await challengeOf({ id: step, personId: by.person.id });
      const { registrationInfo } = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: site().origin,
        expectedRPID: site().hostname,
        requireUserVerification: true,
      }).catch(() => ({ registrationInfo: undefined }));
      if (!registrationInfo) throw refused();
      const { credential } = registrationInfo;
      const passkey: Passkey = {
        id: newId(),
        personId: by.person.id,
        name: name.trim() || 'Passkey',
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        createdAt: now(),
        lastUsedAt: null,
      };
      await sql.begin(async (tx) => {
        if (!(await insertPasskey(tx, passkey))) throw refused();
        await appendAudit(tx, actOn(by, 'passkey_added', passkey.name), now());
        await deleteOtherSessions(tx, by.person.id, by.sessionId);
        await notifyOfChange(tx, by.person, 'passkey_added', now(), passkey.name);
      });
    },
    async remove(by, id) {
      await sql.begin(async (tx) => {
        if (!isId(id) || !(await deletePasskey(tx, by.person.id, id))) {
          throw new PasarelaError('not_found', 'You have no such passkey.');
        }
        await appendAudit(tx, actOn(by, 'passkey_removed', id), now());
        await deleteOtherSessions(tx, by.person.id, by.sessionId);
        await notifyOfChange(tx, by.person, 'passkey_removed', now());
      });
    },
    async ask() {
      const { generateAuthenticationOptions } = await loadLibrary();
      return await remember(
        { personId: null },
        await generateAuthenticationOptions({ rpID: site().hostname, userVerification: 'required' }),
      );
    },
    async signIn(browser, step, answer) {
      const passkey = await answeredBy(answer, await challengeOf({ id: step, personId: null }));
      return await signIn.enter(browser, passkey.personId);
    },
    async askForAct(by, act) {
      const own = await passkeysOf(sql, by.person.id);
      if (own.length === 0) throw new PasarelaError('validation_failed', 'You have no passkey yet.');
      const { generateAuthenticationOptions } = await loadLibrary();
      const options = await generateAuthenticationOptions({
        rpID: site().hostname,
        userVerification: 'required',
        allowCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
      });
      return await remember({ personId: by.person.id, act }, options);
    },
    async prove(by, step, answer, act) {
      const of = { id: step, personId: by.person.id, act };
      const passkey = await challengeOf(of)
        .then((challenge) => answeredBy(answer, challenge))
        .catch((error: unknown) => {
          throw error instanceof PasarelaError ? unproven() : error;
        });
      if (passkey.personId !== by.person.id) throw unproven();
    },
  };
}

function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && id.length <= 2_000 && /^[\w-]+$/.test(id);
}

function actOn(by: SignedIn, act: 'passkey_added' | 'passkey_removed', passkey: string): Act {
  return { actor: actorOf(by), act, subject: `person ${by.person.id}`, details: { passkey } };
}

function unproven(): PasarelaError {
  return new PasarelaError(
    'proof_required',
    'The answer of the passkey was for another act, was used, or is older than five minutes. Try again.',
  );
}

function refused(): PasarelaError {
  return new PasarelaError('sign_in_refused', 'This passkey was not taken. Try again.');
}
