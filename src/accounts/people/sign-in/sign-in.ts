import type { Sql, Tx } from '../../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../../base/ground/errors.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import type { AuditAct } from '../../audit/acts.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { type AccountChange, notifyOfChange } from '../account-mail.ts';
import { spendCode, usedCode, wrongCode } from '../factors/second-factor.ts';
import { actorOf, type SignedIn } from '../person.ts';
import {
  countFailure,
  deleteOtherSessions,
  deleteSessionBy,
  findPerson,
  findSession,
  forgetEnded,
  forgetFailures,
  heldRoles,
  readFailures,
  setPassword,
  touchSession,
} from '../store.ts';
import { guardAttempt } from './guard-attempts.ts';
import { noteBrowserOfSignIn } from './known-browsers.ts';
import { type Auth, addressHeader, loadLibrary, openAuth } from './open-auth.ts';
import { passwordFault } from './password-fault.ts';
import type { PasswordLane } from './password-lane.ts';
import { sessionToken } from './session-cookie.ts';

/** The relevant facts of a browser. */
export interface Browser {
  cookie: string | undefined;
  userAgent: string | undefined;
  address: string;
  /** Whether it has disconnected. */
  isGone(): boolean;
}

export interface SignInDeps {
  sql: Sql;
  secrets: Secrets;
  baseUrl(): string;
  passwords: PasswordLane;
  /** Runs before anyone can sign in; null: nothing. */
  prepare: (() => Promise<void>) | null;
  now(): Date;
}

/** The cookies that the browser should store. */
export interface Kept {
  cookies: string[];
}

export interface SignIn {
  signIn(browser: Browser, email: string, password: string): Promise<Kept & { needsSecondFactor: boolean }>;
  /** Takes the code of an authenticator app, or a backup code for when it is lost. */
  confirm(browser: Browser, code: string): Promise<Kept>;
  /** Signs in a person who was identified without a password. */
  enter(browser: Browser, personId: string): Promise<Kept>;
  /** Refuses the user of the browser if the password is wrong. */
  checkPassword(browser: Browser, by: SignedIn, password: string): Promise<void>;
  /** Sets a new password, and ends all other sessions. */
  changePassword(browser: Browser, by: SignedIn, password: string, next: string): Promise<void>;
  /** Uses up one of the backup codes for when the authenticator app is lost. */
  useBackupCode(browser: Browser, by: SignedIn, code: string): Promise<void>;
  signOut(browser: Browser, by: SignedIn): Promise<Kept>;
  /** null: no one is signed in. */
  whoIs(browser: Browser): Promise<SignedIn | null>;
  /**
   * Begins to set up a second factor: returns the data for an authenticator app, and backup codes. It takes effect only
   * after a code was presented.
   */
  beginSecondFactor(
    browser: Browser,
    by: SignedIn,
    password: string,
  ): Promise<{ uri: string; backupCodes: string[] }>;
  proveSecondFactor(browser: Browser, by: SignedIn, code: string): Promise<Kept>;
  removeSecondFactor(browser: Browser, by: SignedIn, password: string): Promise<Kept>;
}

/** After this many wrong passwords the account's owner gets a mail, and again after as many more. */
const triesToTell = 20;
/** A session's use is recorded at most this often. */
const touchMs = 60_000;

export function createSignIn(deps: SignInDeps): SignIn {
  const { sql, now } = deps;
  let opening: Promise<Auth> | null = null;
  function open(): Promise<Auth> {
    opening ??= prepared().catch((error) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  async function prepared(): Promise<Auth> {
    await deps.prepare?.();
    return await openAuth(deps);
  }

  async function guarded<T>(browser: Browser, account: string, attempt: () => Promise<T>): Promise<T> {
    return await guardAttempt(deps, `${account} ${browser.address}`, () =>
      attempt().catch(async (error: unknown) => {
        const { APIError } = await loadLibrary();
        throw error instanceof APIError ? refused() : error;
      }),
    );
  }

  /** The same for work that compares a password. */
  async function byPassword<T>(browser: Browser, account: string, attempt: () => Promise<T>): Promise<T> {
    return await deps.passwords(browser, () => guarded(browser, account, attempt));
  }

  async function note(actor: string, act: AuditAct, personId: string): Promise<void> {
    await sql.begin((tx) =>
      appendAudit(tx, { actor, act, subject: `person ${personId}`, details: {} }, now()),
    );
  }

  /** The browser gets its cookies only after this: no one is signed in without an entry in the log. */
  async function signedIn(browser: Browser, personId: string, headers: Headers): Promise<string[]> {
    const { browserCookie } = await open();
    const person = await findPerson(sql, { id: personId });
    if (!person) throw new Error(`there is no person ${personId}`);
    return await sql.begin(async (tx) => {
      const subject = `person ${personId}`;
      await appendAudit(tx, { actor: person.email, act: 'signed_in', subject, details: {} }, now());
      const cookie = await noteBrowserOfSignIn(tx, person, browser, browserCookie, now());
      return [...headers.getSetCookie(), cookie];
    });
  }

  /**
   * A session elsewhere may be the reason for the change, so it ends. The change may have given this browser a new
   * session.
   */
  async function noteChange(by: SignedIn, act: AccountChange, cookies: string[]): Promise<void> {
    const { secret, sessionCookie } = await open();
    const token = cookies.map((cookie) => sessionToken(cookie, sessionCookie, secret)).find(Boolean);
    const kept = token ? await findSession(sql, token, now()) : null;
    await sql.begin((tx) => endOthers(tx, by, act, kept?.sessionId ?? by.sessionId));
  }

  async function endOthers(tx: Tx, by: SignedIn, act: AccountChange, keptId: string): Promise<void> {
    await deleteOtherSessions(tx, by.person.id, keptId);
    const subject = `person ${by.person.id}`;
    await appendAudit(tx, { actor: actorOf(by), act, subject, details: {} }, now());
    await notifyOfChange(tx, by.person, act, now());
  }

  const ofAll = (email: string): Buffer => deps.secrets.fingerprint(`sign-in of all ${email}`);

  /**
   * Wrong passwords are also counted per account over all addresses. This count delays no one, since strangers could
   * then lock out the owner; instead the owner is notified.
   */
  async function noteWrong(email: string): Promise<void> {
    const digest = ofAll(email);
    await countFailure(sql, digest, now());
    const counted = await readFailures(sql, digest, now());
    if (!counted || counted.failures % triesToTell !== 0) return;
    const person = await findPerson(sql, { email });
    if (person) await sql.begin((tx) => notifyOfChange(tx, person, 'many_tries', now()));
  }

  async function whoIs(browser: Browser): Promise<SignedIn | null> {
    // A request without a cookie loads nothing.
    if (!browser.cookie?.includes('pasarela.session_token=')) return null;
    const { secret, sessionCookie } = await open();
    const token = sessionToken(browser.cookie, sessionCookie, secret);
    const found = token && (await findSession(sql, token, now()));
    if (!found) return null;
    const { sessionId, usedAt, ...person } = found;
    if (now().getTime() - usedAt.getTime() > touchMs) await touchSession(sql, sessionId, now());
    return { person, sessionId, held: await heldRoles(sql, person.id) };
  }

  return {
    whoIs,
    async signIn(browser, typed, password) {
      const email = typed.trim().toLowerCase();
      const { api } = await open();
      const { headers, response } = await byPassword(browser, email, () =>
        api.signInEmail({ body: { email, password }, headers: headersOf(browser), returnHeaders: true }),
      ).catch(async (error: unknown) => {
        if (error instanceof PasarelaError && error.code === 'sign_in_refused') await noteWrong(email);
        throw error;
      });
      await forgetFailures(sql, ofAll(email));
      void forgetEnded(sql, now()).catch(() => {});
      if ('twoFactorRedirect' in response)
        return { needsSecondFactor: true, cookies: headers.getSetCookie() };
      return { needsSecondFactor: false, cookies: await signedIn(browser, response.user.id, headers) };
    },
    async confirm(browser, code) {
      const { api } = await open();
      const verify = isTotp(code) ? api.verifyTOTP : api.verifyBackupCode;
      const { headers, response } = await guarded(browser, `code ${stepOf(browser)}`, () =>
        verify({ body: { code }, headers: headersOf(browser), returnHeaders: true }),
      );
      // The session already exists, but no one has its cookie; it is ended anyway.
      if (isTotp(code) && !(await spendCode(deps, response.user.id, code))) {
        await deleteSessionBy(sql, response.token ?? '');
        throw usedCode();
      }
      return { cookies: await signedIn(browser, response.user.id, headers) };
    },
    async enter(browser, personId) {
      const { headers } = await (await open()).api.enter({
        body: { personId },
        headers: headersOf(browser),
        returnHeaders: true,
      });
      return { cookies: await signedIn(browser, personId, headers) };
    },
    async checkPassword(browser, by, password) {
      const { api } = await open();
      await byPassword(browser, by.person.email, () =>
        api.verifyPassword({ body: { password }, headers: headersOf(browser) }),
      );
    },
    async changePassword(browser, by, password, next) {
      const fault = await passwordFault(next, [by.person.name, by.person.email]);
      if (fault !== null) throw validationFailed([{ field: 'new_password', message: fault }]);
      const { api } = await open();
      const { hashPassword } = await loadLibrary();
      const hash = await byPassword(browser, by.person.email, async () => {
        await api.verifyPassword({ body: { password }, headers: headersOf(browser) });
        return await hashPassword(next);
      });
      await sql.begin(async (tx) => {
        await setPassword(tx, by.person.id, hash, now());
        await endOthers(tx, by, 'password_changed', by.sessionId);
      });
    },
    async useBackupCode(browser, by, code) {
      const { api } = await open();
      const { APIError } = await loadLibrary();
      await guardAttempt(deps, `second factor ${by.person.id}`, async () => {
        await api
          .verifyBackupCode({ body: { code, disableSession: true }, headers: headersOf(browser) })
          .catch((error: unknown) => {
            throw error instanceof APIError ? wrongCode('does not fit') : error;
          });
      });
    },
    async signOut(browser, by) {
      const { headers } = await (await open()).api.signOut({
        headers: headersOf(browser),
        returnHeaders: true,
      });
      await note(actorOf(by), 'signed_out', by.person.id);
      return { cookies: headers.getSetCookie() };
    },
    async beginSecondFactor(browser, by, password) {
      const { api } = await open();
      const begun = await byPassword(browser, by.person.email, () =>
        api.enableTwoFactor({ body: { password, method: 'totp' }, headers: headersOf(browser) }),
      );
      if (!('totpURI' in begun)) throw new Error('better-auth began another factor than it was asked for');
      return { uri: begun.totpURI, backupCodes: begun.backupCodes };
    },
    async proveSecondFactor(browser, by, code) {
      const { api } = await open();
      const { headers } = await guarded(browser, by.person.email, () =>
        api.verifyTOTP({ body: { code }, headers: headersOf(browser), returnHeaders: true }),
      );
      if (!(await spendCode(deps, by.person.id, code))) throw usedCode();
      const cookies = headers.getSetCookie();
      await noteChange(by, 'second_factor_added', cookies);
      return { cookies };
    },
    async removeSecondFactor(browser, by, password) {
      const { api } = await open();
      const { headers } = await byPassword(browser, by.person.email, () =>
        api.disableTwoFactor({ body: { password }, headers: headersOf(browser), returnHeaders: true }),
      );
      const cookies = headers.getSetCookie();
      await noteChange(by, 'second_factor_removed', cookies);
      return { cookies };
    },
  };
}

function headersOf({ cookie, userAgent, address }: Browser): Headers {
  const headers = new Headers({ [addressHeader]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300));
  return headers;
}

const isTotp = (code: string): boolean => /^\d{6}$/.test(code);

/** The sign-in step that awaits its code, so that each has its own count. */
function stepOf({ cookie = '' }: Browser): string {
  return /pasarela\.two_factor=([^;]{0,200})/.exec(cookie)?.[1] ?? '';
}

function refused(): PasarelaError {
  return new PasarelaError('sign_in_refused', 'This does not fit. Check what you typed, and try again.');
}
