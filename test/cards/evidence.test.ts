import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disputesToAnswer } from '../../src/payments/charges/disputes/dispute-store.ts';
import { followSending } from '../../src/payments/charges/disputes/evidence/send-evidence.ts';
import { createCharge, pay, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { type StripeSimulator, startStripeSimulator } from '../kit/processors/stripe-simulator.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';
import { cardCustomer } from './card-customer.ts';
import { cardDeps } from './card-world.ts';

/** What a merchant answers to a chargeback, from the first word to the bank. */

let simulator: StripeSimulator;
let server: TestServer;
let plain: TestServer;
let owner: Awaited<ReturnType<typeof signedIn>>;
let place: Record<string, string>;

beforeAll(async () => {
  simulator = await startStripeSimulator();
  [server, plain] = await Promise.all([
    startTestServer({ CARD_PROCESSORS: 'stripe', ...simulator.env }),
    startTestServer(),
  ]);
  owner = await signedIn(server, { merchantId: server.merchant.merchantId, role: 'owner' });
  place = { 'x-merchant-id': server.merchant.merchantId };
  simulator.notify(`${server.url}/processors/stripe/notifications`);
});
afterAll(async () => {
  await Promise.all([server?.stop(), plain?.stop()]);
  await simulator?.close();
});

const base = '/dashboard/api/disputes';

/** A chargeback of a payment, and its id at the processor. */
async function disputed(): Promise<{ id: string; reference: string }> {
  const { reference: charge, attemptId } = await cardCustomer(server, simulator).paidCharge();
  const reference = await simulator.openDispute(attemptId);
  const [row] = await until(
    async () => await server.sql<{ id: string }[]>`SELECT id FROM disputes WHERE charge_id = ${charge}`,
    ({ length }) => length === 1,
  );
  // A dispute comes as two notifications, and each brings the bank's deadline.
  await simulator.answered();
  await until(
    async () =>
      await server.sql`
        SELECT 1
          FROM processor_notifications
         WHERE done_at IS NULL
           AND due_at < now() + interval '5 minutes'`,
    ({ length }) => length === 0,
  );
  return { id: row?.id as string, reference };
}

const ask = (method: string, path: string, body?: object, who: Visitor = owner, at = place) =>
  who.ask(method, `${base}/${path}`, body, at);
const evidenceOf = async (id: string) => (await ask('GET', id)).body.data.evidence;

const pdf = (size = 300): Buffer => {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  return Buffer.concat([head, Buffer.alloc(size - head.length - tail.length, 32), tail]);
};
const file = (change: object = {}, content = pdf()) => ({
  kind: 'receipt',
  name: 'recibo.pdf',
  content: content.toString('base64'),
  ...change,
});
const updatesOf = (reference: string) =>
  simulator.requests.filter(({ path }) => path === `/v1/disputes/${reference}`);

/** As if the process had died, or the time of the next attempt had come. */
async function follow(id: string): Promise<void> {
  const deps = cardDeps(server.sql, 'stripe', 'hosted', simulator.env);
  await followSending(deps, server.merchant.merchantId, id);
}

test('text and files go to the bank once, and the page says so', async () => {
  const { id, reference } = await disputed();
  expect(await evidenceOf(id)).toMatchObject({ status: 'draft', text: '', can_edit: true, can_send: true });
  expect((await ask('POST', `${id}/evidence/send`, { way: 'processor' })).body.data.fields[0].field).toBe(
    'text',
  );
  await ask('PUT', `${id}/evidence`, { text: 'Entregado el 3 de mayo.\nFirmó Ana.' });
  await ask('POST', `${id}/evidence/files`, file());
  await ask('POST', `${id}/evidence/files`, file({ kind: 'signature', name: 'firma "Ana".pdf' }));
  // Another file of the kind takes its place.
  await ask('POST', `${id}/evidence/files`, file({ name: 'recibo 2.pdf' }, pdf(400)));
  const todo = () => disputesToAnswer(server.sql, server.merchant.merchantId, new Date());
  const before = await todo();
  const sent = await ask('POST', `${id}/evidence/send`, { way: 'processor' });
  expect(sent.body.data).toMatchObject({ status: 'sent', can_edit: false, failure: null });
  expect(
    sent.body.data.files.map(({ name, bytes }: { name: string; bytes: number }) => [name, bytes]),
  ).toEqual([
    ['firma "Ana".pdf', 300],
    ['recibo 2.pdf', 400],
  ]);
  expect((await todo()).count).toBe(before.count - 1);
  const [update, ...more] = updatesOf(reference);
  expect(more).toEqual([]);
  const fields = new URLSearchParams(update?.body);
  expect(fields.get('evidence[uncategorized_text]')).toBe('Entregado el 3 de mayo.\nFirmó Ana.');
  expect(fields.get('evidence[receipt]')).toMatch(/^file_/);
  expect(fields.get('evidence[customer_signature]')).toMatch(/^file_/);
  expect(fields.get('submit')).toBe('true');
  // What is sent stays as it was.
  for (const [method, path, body] of [
    ['PUT', 'evidence', { text: 'Something else' }],
    ['POST', 'evidence/files', file()],
    ['DELETE', `evidence/files/${sent.body.data.files[0].id}`, undefined],
    ['POST', 'evidence/send', { way: 'processor' }],
  ] as const) {
    const answer = await ask(method, `${id}/${path}`, body);
    expect([path, answer.httpStatus, answer.body.data.error]).toEqual([path, 409, 'evidence_not_open']);
  }
  const acts = await server.sql<{ act: string; actor: string }[]>`
    SELECT act, actor FROM audit_log WHERE subject = ${`dispute ${id}`} ORDER BY number`;
  expect(acts.map(({ act }) => act)).toEqual([
    'evidence_written',
    'evidence_file_added',
    'evidence_file_added',
    'evidence_file_added',
    'evidence_sent',
  ]);
  expect(acts.every(({ actor }) => actor === owner.person.email)).toBe(true);
});

test.each([
  ['silent_after', '/v1/disputes'],
  ['cut_after', '/v1/disputes'],
  ['malformed_after', '/v1/disputes'],
  ['error_after', '/v1/disputes'],
  ['cut_after', '/v1/files'],
  ['error_before', '/v1/disputes'],
] as const)(
  'an answer that is lost (%s at %s) is found out, and nothing is sent twice',
  async (fault, where) => {
    const { id, reference } = await disputed();
    await ask('PUT', `${id}/evidence`, { text: 'Delivered.' });
    await ask('POST', `${id}/evidence/files`, file());
    const uploads = () => (simulator.calls()['POST /v1/files'] ?? 0) as number;
    simulator.misbehave(fault, 3, where);
    await ask('POST', `${id}/evidence/send`, { way: 'processor' });
    simulator.misbehave(fault, 0, where);
    simulator.forgetKeys();
    const filesBefore = uploads();
    await follow(id);
    await follow(id);
    expect(await evidenceOf(id)).toMatchObject({ status: 'sent' });
    if (where === '/v1/disputes') expect(uploads()).toBe(filesBefore);
    const [dispute] = [await disputeAt(reference)];
    expect(dispute.evidence_details.submission_count).toBe(1);
  },
);

/** The dispute as the simulator has it. */
async function disputeAt(reference: string) {
  const response = await fetch(`${simulator.url}/v1/disputes/${reference}`, {
    headers: { authorization: `Bearer ${simulator.env.STRIPE_SECRET_KEY}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the simulator sent
  return (await response.json()) as any;
}

test('two who send at once send once', async () => {
  const { id, reference } = await disputed();
  await ask('PUT', `${id}/evidence`, { text: 'Delivered.' });
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask('POST', `${id}/evidence/send`, { way: 'processor' })),
  );
  expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409, 409]);
  expect(updatesOf(reference)).toHaveLength(1);
});

test('what the processor refuses is told with the reason, and can be changed and sent again', async () => {
  const { id, reference } = await disputed();
  await ask('PUT', `${id}/evidence`, { text: 'Delivered.' });
  // Somebody answered in the processor's own panel.
  await fetch(`${simulator.url}/v1/disputes/${reference}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${simulator.env.STRIPE_SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ submit: 'true' }).toString(),
  });
  const refused = await ask('POST', `${id}/evidence/send`, { way: 'processor' });
  expect(refused.body.data).toMatchObject({ status: 'refused', failure: 'not_awaited' });
  const mails = await server.sql<{ subject: string }[]>`
    SELECT subject FROM mails WHERE kind = 'dispute' ORDER BY id DESC LIMIT 1`;
  expect(mails[0]?.subject).toMatch(/was not taken|No se aceptó/);
  const again = await ask('PUT', `${id}/evidence`, { text: 'Delivered on May 3.' });
  expect(again.body.data).toMatchObject({ status: 'draft', failure: null });
});

test('files are bounded one by one and together, and only what banks read is taken', async () => {
  const { id } = await disputed();
  const add = async (body: object) => {
    const { httpStatus, body: answer } = await ask('POST', `${id}/evidence/files`, body);
    return [httpStatus, answer.data?.fields?.[0]?.field ?? answer.data?.error ?? null];
  };
  expect(await add(file({}, pdf(4_000_001)))).toEqual([422, 'content']);
  expect(await add(file({}, pdf(4_100_000)))).toEqual([413, 'body_too_large']);
  expect(await add(file({}, pdf(4_000_000)))).toEqual([200, null]);
  expect(await add(file({ kind: 'other' }, pdf(500_001)))).toEqual([422, 'content']);
  expect(await add(file({ kind: 'other' }, pdf(500_000)))).toEqual([200, null]);
  // A smaller one of the kind makes room.
  expect(await add(file({}, pdf(1000)))).toEqual([200, null]);
  for (const content of ['<html>%PDF-1.7</html>', 'MZ program', '%PDF-1.7 without an end', 'GIF89a']) {
    expect([content, ...(await add(file({}, Buffer.from(content))))]).toEqual([content, 422, 'content']);
  }
  expect(await add(file({ kind: 'selfie' }))).toEqual([422, 'kind']);
  expect(await add(file({ name: 'a\u202ename.pdf' }))).toEqual([422, 'name']);
  expect(await add(file({ content: 'not base64!' }))).toEqual([422, 'content']);
  const card = await ask('PUT', `${id}/evidence`, { text: 'The card was 4242 4242 4242 4242.' });
  expect([card.httpStatus, card.body.data.fields[0].field]).toEqual([422, 'text']);
});

test('nothing is written after the deadline, or when the bank has decided', async () => {
  const { id } = await disputed();
  await server.sql`UPDATE disputes SET evidence_due_at = now() - interval '1 minute' WHERE id = ${id}`;
  expect(await evidenceOf(id)).toMatchObject({ can_edit: false });
  expect((await ask('PUT', `${id}/evidence`, { text: 'Late.' })).httpStatus).toBe(409);
  await server.sql`UPDATE disputes SET evidence_due_at = NULL, status = 'lost' WHERE id = ${id}`;
  expect((await ask('POST', `${id}/evidence/files`, file())).httpStatus).toBe(409);
});

test('only roles that answer chargebacks may, and another merchant finds none', async () => {
  const { id } = await disputed();
  const { merchantId } = server.merchant;
  const other = await addMerchant(server);
  const theirs = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
  const added = await ask('POST', `${id}/evidence/files`, file());
  const fileId = added.body.data.files[0].id;
  for (const [method, path, body] of [
    ['PUT', 'evidence', { text: 'x' }],
    ['POST', 'evidence/files', file()],
    ['DELETE', `evidence/files/${fileId}`, undefined],
    ['POST', 'evidence/send', { way: 'handed_in' }],
    ['GET', 'evidence.zip', undefined],
  ] as const) {
    const foreign = await ask(method, `${id}/${path}`, body, theirs, { 'x-merchant-id': other.merchantId });
    expect([path, foreign.httpStatus]).toEqual([path, 404]);
    for (const role of ['viewer', 'developer'] as const) {
      const someone = await signedIn(server, { merchantId, role });
      expect([path, role, (await ask(method, `${id}/${path}`, body, someone)).httpStatus]).toEqual([
        path,
        role,
        403,
      ]);
    }
  }
  // A file of another chargeback is not found under this one.
  const second = await disputed();
  expect((await ask('DELETE', `${second.id}/evidence/files/${fileId}`)).httpStatus).toBe(404);
});

test('where the processor takes none it is downloaded as one file, and marked as handed in', async () => {
  const person = await signedIn(plain, { merchantId: plain.merchant.merchantId, role: 'finance' });
  const at = { 'x-merchant-id': plain.merchant.merchantId };
  const charge = await createCharge(plain, { description: 'Taller', order_number: 'A-7' });
  await pay(plain, charge, '4000000000000259');
  const [row] = await until(
    async () => await plain.sql<{ id: string }[]>`SELECT id FROM disputes WHERE charge_id = ${charge}`,
    ({ length }) => length === 1,
  );
  const id = row?.id as string;
  await plain.sql`UPDATE disputes SET status = 'open', due_at = NULL WHERE id = ${id}`;
  expect((await ask('GET', id, undefined, person, at)).body.data.evidence.can_send).toBe(false);
  await ask('PUT', `${id}/evidence`, { text: 'Vino al taller.' }, person, at);
  await ask('POST', `${id}/evidence/files`, file({ name: '../lista de "asistencia".pdf' }), person, at);
  const wrong = await ask('POST', `${id}/evidence/send`, { way: 'processor' }, person, at);
  expect(wrong.body.data.fields[0].field).toBe('way');
  const response = await fetch(`${plain.url}${base}/${id}/evidence.zip`, {
    headers: { ...at, cookie: [...person.cookies].map((each) => each.join('=')).join('; ') },
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  const zip = join(folder, 'e.zip');
  await writeFile(zip, Buffer.from(await response.arrayBuffer()));
  const program = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps({n: z.read(n).decode('latin1' if n.endswith('.pdf') else 'utf8') for n in z.namelist()}))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', program, zip]);
  await rm(folder, { recursive: true });
  const [[, cover], [name, content]] = Object.entries(JSON.parse(stdout)) as [
    [string, string],
    [string, string],
  ];
  expect(cover).toContain('Vino al taller.');
  expect(cover).toContain('A-7');
  expect(name).toBe('1-receipt--lista de -asistencia-.pdf');
  expect(content).toMatch(/^%PDF/);
  const marked = await ask('POST', `${id}/evidence/send`, { way: 'handed_in' }, person, at);
  expect(marked.body.data).toMatchObject({
    status: 'handed_in',
    can_edit: false,
    sent_by: person.person.email,
  });
});
