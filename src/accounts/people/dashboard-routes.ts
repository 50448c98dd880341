import { Type } from 'typebox';
import type { Sql } from '../../base/db/pool.ts';
import type { UrlPolicy } from '../../base/egress/guard.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import { identify } from '../../base/http/identify.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { type App, notFound } from '../../base/http/server.ts';
import { maxAddressCharacters } from '../mail/address.ts';
import { changeMerchant } from '../merchants/change-merchant.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { countKeysMade } from '../merchants/store.ts';
import type { PeopleAuthenticator, PersonAtPlace } from './authenticate.ts';
import { changeRole, revokeSessions } from './change-role.ts';
import { invitePerson, revokeInvitation } from './invitations/invite-person.ts';
import { actorOf } from './person.ts';
import { rolesFor } from './roles.ts';
import { approveInvitation, waitsForSecond } from './second-person.ts';
import { sessionSecurity } from './session-security.ts';
import { membersAt, openInvitations } from './store.ts';

export interface PeopleRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  urlPolicy: UrlPolicy;
  /** Whether the installation demands a second factor for strong acts. */
  isDemanded: boolean;
  /** How long a new approver waits. */
  newApproverMs: number;
  now(): Date;
}

const placeHeader = Type.Object({
  'x-merchant-id': Type.Optional(
    Type.String({ maxLength: 200, description: 'The merchant; the installation if absent' }),
  ),
});
const personParams = Type.Object({ person: Type.String() });
const roleName = Type.String({ minLength: 1, maxLength: 40 });
const nothing = envelope(Type.Null());

const endedAnswer = envelope(
  Type.Object({
    ended: Type.Object(
      {
        sessions: Type.Number(),
        invitations: Type.Number(),
        passkeys: Type.Number(),
        keys: Type.Array(Type.String(), { description: 'API keys that they made, by id' }),
      },
      { description: 'What ended with the last role here' },
    ),
  }),
);
const peopleAnswer = envelope(
  Type.Object({
    people: Type.Array(
      Type.Object({
        id: Type.String(),
        email: Type.String(),
        name: Type.String(),
        role: Type.String(),
        has_second_factor: Type.Boolean(),
        sessions: Type.Number({ description: 'Where they are signed in now' }),
        keys: Type.Number({
          description: 'API keys that they made and that work; these end with their role',
        }),
      }),
    ),
    invitations: Type.Array(
      Type.Object({
        id: Type.String(),
        email: Type.String(),
        role: Type.String(),
        invited_by: Type.String(),
        waits_for_second: Type.Boolean({
          description: 'Whether somebody else in charge has to approve it before it is mailed and opens',
        }),
        expires_at: Type.String(),
      }),
    ),
    roles: Type.Array(Type.String(), { description: 'Roles that can be given here' }),
    second_factor_demanded: Type.Enum(['by_installation', 'by_shop', 'no'], {
      description: 'Whether people without a second factor are kept from strong acts here',
    }),
  }),
);

/** The people who may sign in to a merchant or to the installation, and their roles. */
export function peopleRoutes(app: App, deps: PeopleRoutesDeps): void {
  const { sql, people, isDemanded, newApproverMs, now } = deps;
  const atPlace = identify<PersonAtPlace>(people.atPlace);
  const shared = { tags: ['Dashboard'], security: sessionSecurity, headers: placeHeader };
  const idOf = (text: string): string => {
    const id = readId(text);
    if (id === null) throw notFound();
    return id;
  };

  app.get(
    '/dashboard/api/people',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'listPeople',
        summary: 'List who has a role at a merchant or in the installation, and who is invited',
        ...shared,
        'x-permission': 'people.read',
        response: { 200: peopleAnswer, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const merchantId = atPlace.callerOf(request).merchant?.id ?? null;
      const [members, invitations] = await Promise.all([
        membersAt(sql, merchantId, now()),
        openInvitations(sql, merchantId, now()),
      ]);
      const ids = members.map(({ id }) => id);
      const keys =
        merchantId === null ? new Map<string, number>() : await countKeysMade(sql, ids, merchantId);
      return success('People', {
        people: members.map(({ hasSecondFactor, ...member }) => ({
          ...member,
          keys: keys.get(member.id) ?? 0,
          has_second_factor: hasSecondFactor,
        })),
        invitations: await Promise.all(
          invitations.map(async (link) => ({
            id: link.id,
            email: link.email,
            role: link.role ?? '',
            invited_by: link.invitedBy ?? '',
            waits_for_second: await waitsForSecond(sql, link),
            expires_at: link.expiresAt.toISOString(),
          })),
        ),
        roles: [...rolesFor(merchantId)],
        second_factor_demanded: isDemanded
          ? ('by_installation' as const)
          : merchantId !== null && (await getMerchant(sql, merchantId)).settings.secondFactorDemanded
            ? ('by_shop' as const)
            : ('no' as const),
      });
    },
  );

  app.post(
    '/dashboard/api/people',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'invitePerson',
        'x-proof': 'demanded',
        summary: 'Invite somebody by mail to a role',
        description:
          'By a role in the installation alone nobody gives a role: somebody else in charge approves it (`approveInvitation`). The first person of a merchant needs no second.',
        ...shared,
        'x-permission': 'people.manage',
        body: Type.Object({
          email: Type.String({ minLength: 3, maxLength: maxAddressCharacters }),
          role: roleName,
        }),
        response: {
          200: envelope(Type.Object({ waits_for_second: Type.Boolean() })),
          ...errors(400, 401, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request) => {
      const { by, merchant } = atPlace.callerOf(request);
      const { waits } = await invitePerson(
        { sql, now },
        {
          ...request.body,
          merchantId: merchant?.id ?? null,
          language: merchant?.language ?? by.person.language,
          actor: actorOf(by),
          from: { personId: by.person.id },
        },
      );
      return success(waits ? 'Somebody else in charge has to approve it' : 'The invitation is on its way', {
        waits_for_second: waits,
      });
    },
  );

  app.post(
    '/dashboard/api/people/invitations/:invitation/approval',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'approveInvitation',
        'x-proof': 'demanded',
        summary: 'Approve a role that somebody else may not give alone; the invitation is then mailed',
        ...shared,
        'x-permission': 'people.manage',
        params: Type.Object({ invitation: Type.String() }),
        body: Type.Object({}),
        response: { 200: nothing, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { by, merchant } = atPlace.callerOf(request);
      const id = idOf(request.params.invitation);
      await approveInvitation({ sql, now }, { id, merchantId: merchant?.id ?? null, actor: actorOf(by) });
      return success('The invitation is on its way', null);
    },
  );

  app.delete(
    '/dashboard/api/people/invitations/:invitation',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Take an invitation back before it is used',
        ...shared,
        'x-permission': 'people.manage',
        params: Type.Object({ invitation: Type.String() }),
        response: { 200: nothing, ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { by, merchant } = atPlace.callerOf(request);
      const id = idOf(request.params.invitation);
      await revokeInvitation({ sql, now }, { id, merchantId: merchant?.id ?? null, actor: actorOf(by) });
      return success('The invitation is taken back', null);
    },
  );

  app.put(
    '/dashboard/api/people/:person/role',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'changeRole',
        'x-proof': 'demanded',
        summary: 'Give somebody another role, or none',
        description:
          'With none they are signed out everywhere, and invitations to and by them end. Passkeys end with the last role.',
        ...shared,
        'x-permission': 'people.manage',
        params: personParams,
        body: Type.Object({ role: Type.Union([roleName, Type.Null()]) }),
        response: { 200: endedAnswer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { by, merchant } = atPlace.callerOf(request);
      const act = { by, personId: idOf(request.params.person), merchantId: merchant?.id ?? null };
      const ended = await changeRole({ sql, newApproverMs, now }, act, request.body.role);
      return success('The role is changed', { ended });
    },
  );

  app.put(
    '/dashboard/api/people/second-factor',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'demandSecondFactor',
        // The person who demands it must have a second factor, so no one locks themselves out.
        'x-proof': 'always',
        summary: 'Demand a second factor of everybody who does strong acts at a merchant, or no longer',
        ...shared,
        'x-permission': 'people.manage',
        body: Type.Object({ demanded: Type.Boolean({ expected: 'true or false' }) }),
        response: { 200: nothing, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { by, merchant } = atPlace.callerOf(request);
      if (!merchant) throw notFound();
      await changeMerchant(deps, merchant.id, { secondFactorDemanded: request.body.demanded }, actorOf(by));
      return success('It counts within seconds', null);
    },
  );

  app.delete(
    '/dashboard/api/people/:person/sessions',
    {
      config: { face: 'api' },
      onRequest: atPlace.onRequest,
      schema: {
        operationId: 'revokeSessions',
        summary: 'Sign somebody out everywhere',
        ...shared,
        'x-permission': 'people.manage',
        params: personParams,
        response: {
          200: envelope(Type.Object({ ended: Type.Number() })),
          ...errors(401, 403, 404),
        },
      },
    },
    async (request) => {
      const { by, merchant } = atPlace.callerOf(request);
      const act = { by, personId: idOf(request.params.person), merchantId: merchant?.id ?? null };
      return success('Signed out everywhere', { ended: await revokeSessions({ sql, now }, act) });
    },
  );
}
