import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCharge, pay, until } from '../kit/client.ts';
import { signedIn } from '../kit/people.ts';
import { aDevice, type PushService, startPushService } from '../kit/push-service.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Notifications on a person's devices, from the sale to what the device decrypts. */

let server: TestServer;
let service: PushService;

beforeAll(async () => {
  [server, service] = await Promise.all([startTestServer(), startPushService()]);
});

afterAll(async () => {
  await server?.stop();
  await service?.close();
});

afterEach(async () => {
  await server.sql`DELETE FROM push_devices`;
  service.received.length = 0;
  expect(service.faults).toEqual([]);
});

const path = '/dashboard/api/push-devices';
const at = () => ({ 'x-merchant-id': server.merchant.merchantId });
const owner = () => signedIn(server, { merchantId: server.merchant.merchantId, role: 'owner' });
type Person = Awaited<ReturnType<typeof owner>>;

async function withDevice(someone: Person) {
  const { public_key } = (await someone.ask('GET', path, undefined, at())).body.data;
  const device = service.subscribe(public_key);
  const added = await someone.ask('POST', path, device, at());
  expect(added.body).toMatchObject({ code: 200 });
  return device;
}

/** A sale that is not collected with those before it. */
async function sale(): Promise<string> {
  await server.sql`UPDATE notifications SET notified_at = notified_at - interval '1 hour'`;
  const reference = await createCharge(server);
  await pay(server, reference, '4242424242424242');
  return reference;
}

const pushed = (count: number) =>
  until(
    async () => service.received,
    ({ length }) => length >= count,
  );
const idle = () =>
  until(
    () => server.sql`SELECT 1 FROM pushes`,
    ({ length }) => length === 0,
  );

test('a sale reaches each device of those who want it, encrypted, small and once', async () => {
  const [one, other] = [await owner(), await owner()];
  const [phone, laptop] = [await withDevice(one), await withDevice(one)];
  await withDevice(other);
  const off = [{ kind: 'sale', mail: 'off', on_page: true, push: false }];
  await other.ask('PUT', '/dashboard/api/notification-settings', { settings: off }, at());
  const reference = await sale();
  await pushed(2);
  await idle();
  expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(
    [phone.endpoint, laptop.endpoint].sort(),
  );
  const [first] = service.received;
  expect(first?.message).toMatchObject({
    title: expect.stringContaining('10'),
    body: 'Demo Store',
    path: `/dashboard/payments/${reference}?merchant=${server.merchant.merchantId}`,
  });
  expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400' });
  expect(first?.bytes).toBeLessThan(1_000);
});

test.each([404, 410])('a device that its push service no longer knows (%s) is forgotten', async (status) => {
  const someone = await owner();
  await withDevice(someone);
  service.answers.push(status);
  await sale();
  await until(
    () => someone.ask('GET', path, undefined, at()),
    ({ body }) => body.data.devices.length === 0,
  );
  await idle();
});

test('a push service that fails is asked again, and the device stays', async () => {
  const someone = await owner();
  await withDevice(someone);
  service.answers.push(503);
  await sale();
  await until(
    () =>
      server.sql`SELECT 1 FROM pushes WHERE tries = 1 AND due_at < now() + interval '40 seconds' AND due_at > now() + interval '5 seconds'`,
    ({ length }) => length === 1,
  );
  await server.sql`UPDATE pushes SET due_at = now()`;
  await pushed(1);
  await idle();
  expect((await someone.ask('GET', path, undefined, at())).body.data.devices).toHaveLength(1);
});

test('whoever lost the role, or forgot the device, gets nothing', async () => {
  const [someone, other] = [await owner(), await owner()];
  await withDevice(someone);
  const device = await withDevice(other);
  await server.sql`DELETE FROM person_roles WHERE person_id IN (SELECT id FROM people WHERE email = ${someone.person.email})`;
  await other.ask('POST', `${path}/forget`, { device: device.endpoint }, at());
  const third = await owner();
  await withDevice(third);
  await sale();
  await pushed(1);
  await idle();
  expect(service.received).toHaveLength(1);
});

test('nobody forgets the device of another, and a browser belongs to who signed in last', async () => {
  const [someone, other] = [await owner(), await owner()];
  const device = await withDevice(someone);
  await other.ask('POST', `${path}/forget`, { device: device.endpoint }, at());
  const list = async (person: Person) =>
    (await person.ask('GET', path, undefined, at())).body.data.devices.length;
  expect(await list(someone)).toBe(1);
  await other.ask('POST', path, device, at());
  expect([await list(someone), await list(other)]).toEqual([0, 1]);
});

test.each([
  ['http://169.254.169.254/latest'],
  ['http://10.0.0.1/push'],
  ['file:///etc/passwd'],
  ['no address'],
])('an endpoint that is no push service on the internet is refused: %s', async (endpoint) => {
  const { p256dh, auth } = aDevice();
  const { httpStatus, body } = await (await owner()).ask('POST', path, { endpoint, p256dh, auth }, at());
  expect([httpStatus, body.data.fields[0].field]).toEqual([422, 'endpoint']);
});
