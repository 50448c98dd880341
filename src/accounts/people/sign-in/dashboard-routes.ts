import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { plainCharacter, text } from '../../../base/http/request/text.ts';
import type { App } from '../../../base/http/server.ts';
import { languages } from '../../../base/money/language.ts';
import { maxAddressCharacters } from '../../mail/address.ts';
import { getMerchant } from '../../merchants/get-merchant.ts';
import { asAnyone, browserOf, type CountAttempt, type PeopleAuthenticator } from '../authenticate.ts';
import { askForReset } from '../invitations/reset-password.ts';
import { type OneTimeLinkDeps, openOneTimeLink, useOneTimeLink } from '../invitations/use-one-time-link.ts';
import type { SignedIn } from '../person.ts';
import { merchantsOf, placesOf } from '../places.ts';
import { sessionSecurity } from '../session-security.ts';
import { maxPasswordLength } from './open-auth.ts';
import type { SignIn } from './sign-in.ts';

export interface SignInRoutesDeps extends OneTimeLinkDeps {
  signIn: SignIn;
  people: PeopleAuthenticator;
  takeTry: CountAttempt;
  /** For work whose duration or failure must be hidden from the caller. */
  inBackground(what: string, work: Promise<void>): void;
}

const nobody = envelope(Type.Null());
const done = (message: string) => success(message, null);
const password = Type.String({ minLength: 1, maxLength: maxPasswordLength * 4 });
const code = Type.String({
  minLength: 6,
  maxLength: 20,
  description: 'The code of the authenticator app, or a backup code',
});
const email = Type.String({
  minLength: 3,
  maxLength: maxAddressCharacters,
  pattern: `^${plainCharacter}*$`,
  expected: 'an e-mail address',
});
const linkText = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What follows the # of the mailed link',
});
const posted = [400, 401, 403, 413, 415, 422];

const place = Type.Object({
  merchant_id: Type.Union([Type.String(), Type.Null()], { description: 'null: the installation' }),
  name: Type.Union([Type.String(), Type.Null()]),
  region: Type.Union([Type.String(), Type.Null()], {
    description: 'ISO 3166-1 alpha-2, by the time zone: how amounts are written. null: unknown',
  }),
  role: Type.Union([Type.String(), Type.Null()], { description: 'null: by a role in the installation' }),
  permissions: Type.Array(Type.String()),
});
const meAnswer = envelope(
  Type.Object({
    person: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      language: Type.Enum([...languages]),
      has_second_factor: Type.Boolean({ description: 'An authenticator app' }),
      has_passkey: Type.Boolean(),
    }),
    places: Type.Array(place),
  }),
);

/** Signing in and out, and the steps that lead to it. */
export function signInRoutes(app: App, deps: SignInRoutesDeps): void {
  const { signIn, people } = deps;
  const bySignIn = identify<SignedIn>(people.bySignIn);
  const anyone = asAnyone(people, deps.takeTry);
  const keep = (reply: FastifyReply, cookies: string[]): void => {
    if (cookies.length > 0) reply.header('set-cookie', cookies);
  };
  const shared = { tags: ['Dashboard'], security: sessionSecurity };

  app.post(
    '/dashboard/api/session',
    {
      config: { face: 'api' },
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'signIn',
        summary: 'Sign in with e-mail and password',
        description: 'Where the account has a second factor, `confirmSignIn` comes next.',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        body: Type.Object({ email, password }),
        response: {
          200: envelope(Type.Object({ needs_second_factor: Type.Boolean() })),
          ...errors(...posted),
        },
      },
    },
    async (request, reply) => {
      const { email: typed, password: given } = request.body;
      const { needsSecondFactor, cookies } = await signIn.signIn(browserOf(request), typed, given);
      keep(reply, cookies);
      return success(needsSecondFactor ? 'A second factor is needed' : 'Signed in', {
        needs_second_factor: needsSecondFactor,
      });
    },
  );

  app.post(
    '/dashboard/api/session/second-factor',
    {
      config: { face: 'api' },
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'confirmSignIn',
        summary: 'Show the second factor of a sign-in',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        body: Type.Object({ code }),
        response: { 200: nobody, ...errors(...posted) },
      },
    },
    async (request, reply) => {
      const { cookies } = await signIn.confirm(browserOf(request), request.body.code);
      keep(reply, cookies);
      return done('Signed in');
    },
  );

  app.post(
    '/dashboard/api/password',
    {
      config: { face: 'api' },
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'changePassword',
        summary: 'Choose another password; all other sessions end',
        ...shared,
        'x-permission': 'signed_in',
        body: Type.Object({ password, new_password: password }),
        response: { 200: nobody, ...errors(...posted) },
      },
    },
    async (request) => {
      const { password: present, new_password: next } = request.body;
      await signIn.changePassword(browserOf(request), bySignIn.callerOf(request), present, next);
      return done('The password is changed');
    },
  );

  app.delete(
    '/dashboard/api/session',
    {
      config: { face: 'api' },
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        ...shared,
        'x-permission': 'signed_in',
        response: { 200: nobody, ...errors(401, 403) },
      },
    },
    async (request, reply) => {
      const { cookies } = await signIn.signOut(browserOf(request), bySignIn.callerOf(request));
      keep(reply, cookies);
      // Data that the page stored in the browser is not for its next user.
      reply.header('clear-site-data', '"storage"');
      return done('Signed out');
    },
  );

  app.get(
    '/dashboard/api/me',
    {
      config: { face: 'api' },
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'readMe',
        summary: 'Read who signed in, and what they may do where',
        ...shared,
        'x-permission': 'signed_in',
        response: { 200: meAnswer, ...errors(401) },
      },
    },
    async (request) => {
      const by = bySignIn.callerOf(request);
      const { hasSecondFactor, hasPasskey, ...person } = by.person;
      return success('You', {
        person: { ...person, has_second_factor: hasSecondFactor, has_passkey: hasPasskey },
        places: placesOf(by.held, await merchantsOf(deps.sql, by.held)),
      });
    },
  );

  app.post(
    '/dashboard/api/second-factor',
    {
      config: { face: 'api' },
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'beginSecondFactor',
        'x-proof': 'if_set_up',
        summary: 'Begin a second factor: an authenticator app',
        ...shared,
        'x-permission': 'signed_in',
        body: Type.Object({ password }),
        response: {
          200: envelope(
            Type.Object({
              uri: Type.String({ description: 'For the app, as a QR code' }),
              backup_codes: Type.Array(Type.String(), {
                description: 'Each signs in once, should the app be lost',
              }),
            }),
          ),
          ...errors(...posted),
        },
      },
    },
    async (request) => {
      const by = bySignIn.callerOf(request);
      const { uri, backupCodes } = await signIn.beginSecondFactor(
        browserOf(request),
        by,
        request.body.password,
      );
      return success('Show a code of the app to finish', { uri, backup_codes: backupCodes });
    },
  );

  app.post(
    '/dashboard/api/second-factor/proof',
    {
      config: { face: 'api' },
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'proveSecondFactor',
        summary: 'Show a code of the new second factor: from now on it is asked for',
        ...shared,
        'x-permission': 'signed_in',
        body: Type.Object({ code }),
        response: { 200: nobody, ...errors(...posted) },
      },
    },
    async (request, reply) => {
      const by = bySignIn.callerOf(request);
      const { cookies } = await signIn.proveSecondFactor(browserOf(request), by, request.body.code);
      keep(reply, cookies);
      return done('The second factor is asked for from now on');
    },
  );

  app.post(
    '/dashboard/api/second-factor/removal',
    {
      config: { face: 'api' },
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'removeSecondFactor',
        'x-proof': 'if_set_up',
        summary: 'Do without the second factor',
        ...shared,
        'x-permission': 'signed_in',
        body: Type.Object({ password }),
        response: { 200: nobody, ...errors(...posted) },
      },
    },
    async (request, reply) => {
      const by = bySignIn.callerOf(request);
      const { cookies } = await signIn.removeSecondFactor(browserOf(request), by, request.body.password);
      keep(reply, cookies);
      return done('The second factor is gone');
    },
  );

  app.post(
    '/dashboard/api/password-resets',
    {
      config: { face: 'api' },
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'askForReset',
        summary: 'Have a link mailed under which a new password is set',
        description: 'The answer is the same whether there is such an account or not.',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        body: Type.Object({ email }),
        response: { 200: nobody, ...errors(400, 403, 413, 415, 422) },
      },
    },
    async (request) => {
      deps.inBackground('a password reset', askForReset(deps, request.body.email));
      return done('If there is such an account, a mail is on its way');
    },
  );

  app.post(
    '/dashboard/api/links/look',
    {
      config: { face: 'api' },
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'lookAtLink',
        summary: 'See what a mailed link is for',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        body: Type.Object({ link: linkText }),
        response: {
          200: envelope(
            Type.Object({
              kind: Type.Enum(['invitation', 'reset']),
              email: Type.String(),
              place: Type.Union([Type.String(), Type.Null()], {
                description: 'The merchant; null: the installation',
              }),
              role: Type.Union([Type.String(), Type.Null()]),
              has_account: Type.Boolean({ description: 'A name and a password are there already' }),
            }),
          ),
          ...errors(400, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const { link, person } = await openOneTimeLink(deps, request.body.link);
      return success('The link', {
        kind: link.kind,
        email: link.email,
        place: link.merchantId === null ? null : (await getMerchant(deps.sql, link.merchantId)).name,
        role: link.role,
        has_account: person !== null,
      });
    },
  );

  app.post(
    '/dashboard/api/links/use',
    {
      config: { face: 'api' },
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'useLink',
        summary: 'Accept an invitation, or set a new password, once',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        body: Type.Object({
          link: linkText,
          name: Type.Optional(text(100)),
          password: Type.Optional(password),
        }),
        response: { 200: nobody, ...errors(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { link, name = null, password: chosen = null } = request.body;
      await useOneTimeLink(deps, link, { name, password: chosen }, browserOf(request));
      return done('Sign in now');
    },
  );
}
