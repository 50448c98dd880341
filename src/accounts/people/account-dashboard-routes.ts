import { Type } from 'typebox';
import type { Sql } from '../../base/db/pool.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { text } from '../../base/http/request/text.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { appendAudit } from '../audit/audit-log.ts';
import { asAnyone, browserOf, type CountAttempt, type PeopleAuthenticator } from './authenticate.ts';
import type { Asked, Passkeys } from './factors/passkeys.ts';
import { actorOf, type SignedIn } from './person.ts';
import { sessionSecurity } from './session-security.ts';
import { maxPasswordLength } from './sign-in/open-auth.ts';
import { deleteSession, sessionsOf } from './store.ts';

export interface AccountRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  passkeys: Passkeys;
  takeTry: CountAttempt;
  now(): Date;
}

const nothing = envelope(Type.Null());
const posted = [400, 401, 403, 413, 415, 422];
const options = Type.Record(Type.String(), Type.Unknown(), {
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`',
});
const askedAnswer = envelope(Type.Object({ step: Type.String(), options }));
const answered = {
  step: Type.String({ minLength: 1, maxLength: 40 }),
  answer: Type.Record(Type.String(), Type.Unknown(), { description: 'The credential, as `toJSON` gives it' }),
};
const asked = (message: string, { step, options: given }: Asked) =>
  success(message, { step, options: given as Record<string, unknown> });

/** A person's own account: their sessions and their passkeys. */
export function accountRoutes(app: App, { sql, people, passkeys, takeTry, now }: AccountRoutesDeps): void {
  const bySignIn = identify<SignedIn>(people.bySignIn);
  const anyone = asAnyone(people, takeTry);
  const config = { face: 'api' as const };
  const shared = { tags: ['Dashboard'], security: sessionSecurity, 'x-permission': 'signed_in' as const };

  app.get(
    '/dashboard/api/sessions',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'listOwnSessions',
        summary: 'List where you are signed in',
        ...shared,
        response: {
          200: envelope(
            Type.Object({
              sessions: Type.Array(
                Type.Object({
                  id: Type.String(),
                  user_agent: Type.Union([Type.String(), Type.Null()]),
                  address: Type.Union([Type.String(), Type.Null()]),
                  since: Type.String(),
                  is_this: Type.Boolean({ description: 'Whether it is the session of this request' }),
                }),
              ),
            }),
          ),
          ...errors(401),
        },
      },
    },
    async (request) => {
      const { person, sessionId } = bySignIn.callerOf(request);
      const sessions = await sessionsOf(sql, person.id, now());
      return success('Your sessions', {
        sessions: sessions.map(({ id, userAgent, address, createdAt }) => ({
          id,
          user_agent: userAgent,
          address,
          since: createdAt.toISOString(),
          is_this: id === sessionId,
        })),
      });
    },
  );

  app.delete(
    '/dashboard/api/sessions/:session',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'endOwnSession',
        summary: 'Sign out at one of the places where you are signed in',
        ...shared,
        params: Type.Object({ session: Type.String() }),
        response: { 200: nothing, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const by = bySignIn.callerOf(request);
      const id = readId(request.params.session);
      if (id === null) throw notFound();
      await sql.begin(async (tx) => {
        if (!(await deleteSession(tx, by.person.id, id))) throw notFound();
        const subject = `person ${by.person.id}`;
        await appendAudit(
          tx,
          { actor: actorOf(by), act: 'session_ended', subject, details: { session: id } },
          now(),
        );
      });
      return success('Signed out there', null);
    },
  );

  app.get(
    '/dashboard/api/passkeys',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'listPasskeys',
        summary: 'List your passkeys',
        ...shared,
        response: {
          200: envelope(
            Type.Object({
              passkeys: Type.Array(
                Type.Object({
                  id: Type.String(),
                  name: Type.String(),
                  created_at: Type.String(),
                  last_used_at: Type.Union([Type.String(), Type.Null()]),
                }),
              ),
            }),
          ),
          ...errors(401),
        },
      },
    },
    async (request) => {
      const own = await passkeys.list(bySignIn.callerOf(request));
      return success('Your passkeys', {
        passkeys: own.map(({ id, name, createdAt, lastUsedAt }) => ({
          id,
          name,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt?.toISOString() ?? null,
        })),
      });
    },
  );

  app.post(
    '/dashboard/api/passkeys/options',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'beginPasskey',
        'x-proof': 'if_set_up',
        summary: 'Begin a passkey: what the browser asks the device',
        ...shared,
        body: Type.Object({ password: Type.String({ minLength: 1, maxLength: maxPasswordLength * 4 }) }),
        response: { 200: askedAnswer, ...errors(...posted) },
      },
    },
    async (request) => {
      const by = bySignIn.callerOf(request);
      return asked('Ask the device', await passkeys.begin(browserOf(request), by, request.body.password));
    },
  );

  app.post(
    '/dashboard/api/passkeys',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'addPasskey',
        summary: 'Add the passkey that a device made',
        ...shared,
        body: Type.Object({ ...answered, name: text(60) }),
        response: { 200: nothing, ...errors(...posted) },
      },
    },
    async (request) => {
      const { step, name, answer } = request.body;
      await passkeys.add(bySignIn.callerOf(request), step, name, answer);
      return success('The passkey signs in from now on', null);
    },
  );

  app.post(
    '/dashboard/api/proofs',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'askForProof',
        summary: 'Request the passkey challenge that proves one act',
        description:
          'The answer goes with the act, as header `X-Proof`: `step`, a point, and the credential as JSON in base64url. It is good for five minutes, once, and for this very act.',
        ...shared,
        body: Type.Object({
          act: Type.String({
            maxLength: 64,
            pattern: '^[0-9a-f]{64}$',
            expected: 'a SHA-256 in hexadecimal',
            description:
              'SHA-256 of method, space, address, line feed, id of the merchant, line feed, body: all as they will be sent',
          }),
        }),
        response: { 200: askedAnswer, ...errors(...posted) },
      },
    },
    async (request) =>
      asked('Ask the device', await passkeys.askForAct(bySignIn.callerOf(request), request.body.act)),
  );

  app.delete(
    '/dashboard/api/passkeys/:passkey',
    {
      config,
      onRequest: bySignIn.onRequest,
      schema: {
        operationId: 'removePasskey',
        'x-proof': 'if_set_up',
        summary: 'Remove one of your passkeys',
        ...shared,
        params: Type.Object({ passkey: Type.String() }),
        response: { 200: nothing, ...errors(401, 403, 404, 422) },
      },
    },
    async (request) => {
      await passkeys.remove(bySignIn.callerOf(request), request.params.passkey);
      return success('The passkey is gone', null);
    },
  );

  app.post(
    '/dashboard/api/session/passkey-options',
    {
      config,
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'askForPasskey',
        summary: 'Begin to sign in by passkey: what the browser asks the device',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        response: { 200: askedAnswer, ...errors(400, 403, 413, 415, 422) },
      },
    },
    async () => asked('Ask the device', await passkeys.ask()),
  );

  app.post(
    '/dashboard/api/session/passkey',
    {
      config,
      onRequest: anyone.onRequest,
      schema: {
        operationId: 'signInByPasskey',
        summary: 'Sign in by passkey',
        ...shared,
        security: [{}],
        'x-permission': 'anyone',
        body: Type.Object(answered),
        response: { 200: nothing, ...errors(...posted) },
      },
    },
    async (request, reply) => {
      const { step, answer } = request.body;
      const { cookies } = await passkeys.signIn(browserOf(request), step, answer);
      reply.header('set-cookie', cookies);
      return success('Signed in', null);
    },
  );
}
