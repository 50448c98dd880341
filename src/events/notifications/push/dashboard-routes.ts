import { Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../../accounts/dashboard-kit/at-merchant.ts';
import type { PeopleAuthenticator } from '../../../accounts/people/authenticate.ts';
import type { Sql } from '../../../base/db/pool.ts';
import { checkUrl, type UrlPolicy } from '../../../base/egress/guard.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import type { App } from '../../../base/http/server.ts';
import type { PushKeys } from './push-keys.ts';
import { devicesOf, forgetDevice, saveDevice } from './push-store.ts';

export interface PushRoutesDeps {
  sql: Sql;
  people: PeopleAuthenticator;
  urlPolicy: UrlPolicy;
  keys: PushKeys;
  now(): Date;
}

const answer = envelope(
  Type.Object({
    public_key: Type.String({ description: 'The applicationServerKey of a subscription' }),
    devices: Type.Array(
      Type.Object({
        id: Type.String(),
        device: Type.String(),
        created_at: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
);

/** The devices on which the signed-in person is notified. */
export function pushRoutes(app: App, { sql, people, urlPolicy, keys, now }: PushRoutesDeps): void {
  const here = atMerchant(people);
  const config = { face: 'api' as const };
  const shared = { ...atMerchantSchema, 'x-permission': 'payments.read' as const };

  async function shown(personId: string) {
    const devices = await devicesOf(sql, personId);
    return {
      public_key: keys.publicKey,
      devices: devices.map(({ id, device, createdAt }) => ({
        id,
        device,
        created_at: createdAt.toISOString(),
      })),
    };
  }

  app.get(
    '/dashboard/api/push-devices',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'listPushDevices',
        summary: 'List the devices on which you are notified',
        ...shared,
        response: { 200: answer, ...errors(401, 403, 404) },
      },
    },
    async (request) => success('Your devices', await shown(here.callerOf(request).by.person.id)),
  );

  app.post(
    '/dashboard/api/push-devices',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'addPushDevice',
        summary: 'Be notified on this device',
        ...shared,
        body: Type.Object({
          endpoint: Type.String({
            maxLength: 2_000,
            description: 'Of the push service, as the browser names it',
          }),
          // The lengths of a point and of 16 bytes; some browsers pad them.
          p256dh: Type.String({
            maxLength: 88,
            pattern: '^[A-Za-z0-9_-]{87}=?$',
            expected: 'the key p256dh of a subscription',
          }),
          auth: Type.String({
            maxLength: 24,
            pattern: '^[A-Za-z0-9_-]{22}={0,2}$',
            expected: 'the key auth of a subscription',
          }),
        }),
        response: { 200: answer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { person } = here.callerOf(request).by;
      const { endpoint, p256dh, auth } = request.body;
      const fault = checkUrl(endpoint, urlPolicy);
      if (fault) throw validationFailed([{ field: 'endpoint', message: fault.message }]);
      const device = (request.headers['user-agent'] ?? '').slice(0, 200);
      await sql.begin((tx) =>
        saveDevice(tx, { personId: person.id, endpoint, p256dh, auth, device, createdAt: now() }),
      );
      return success('This device is notified', await shown(person.id));
    },
  );

  app.post(
    '/dashboard/api/push-devices/forget',
    {
      config,
      onRequest: here.onRequest,
      schema: {
        operationId: 'forgetPushDevice',
        summary: 'Be notified on a device no more',
        ...shared,
        body: Type.Object({
          device: Type.String({
            maxLength: 2_000,
            description: 'Its id, or the endpoint of its subscription',
          }),
        }),
        response: { 200: answer, ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { person } = here.callerOf(request).by;
      await forgetDevice(sql, person.id, request.body.device);
      return success('The device is forgotten', await shown(person.id));
    },
  );
}
