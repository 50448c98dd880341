import { createCharge, pay } from '../kit/client.ts';
import { signedIn, visitor } from '../kit/people.ts';
import type { TestServer } from '../kit/server.ts';
import { type Exercise, oversized, text, unknownId } from './exercise.ts';

const path = '/api/payment-links';
const views = '/dashboard/api/views';
const at = ({ merchant }: TestServer) => ({ 'x-merchant-id': merchant.merchantId });
const foreign = { origin: 'https://elsewhere.example' };
const finance = (server: TestServer) =>
  signedIn(server, { merchantId: server.merchant.merchantId, role: 'finance' });
const approver = (server: TestServer) => signedIn(server, { merchantId: null, role: 'approver' });

export const samplePaymentLink = {
  kind: 'link',
  title: 'Two coffees',
  country: 'USA',
  currency: 'USD',
  amount: '10.50',
  methods: ['CARDS'],
};
export const sampleInvoice = {
  kind: 'invoice',
  title: 'Web site',
  country: 'USA',
  currency: 'USD',
  methods: ['CARDS'],
  customer_name: 'Ana',
  customer_email: 'ana@customer.example',
  due_on: '2030-01-31',
  lines: [{ text: 'Design', quantity: '1.5', price: '7.00' }],
};

async function made(server: TestServer, body: object): Promise<string> {
  const answer = await (await finance(server)).ask('POST', path, body, at(server));
  return answer.body.data.id;
}

/** Reads one payment link, with every possible answer. */
async function reads(server: TestServer, address: string, absent: string): Promise<ReturnType<Exercise>> {
  const someone = await finance(server);
  return [
    await someone.ask('GET', address, undefined, at(server)),
    await visitor(server).ask('GET', address, undefined, at(server)),
    await (await approver(server)).ask('GET', address, undefined, at(server)),
    await someone.ask('GET', absent, undefined, at(server)),
  ];
}

/** Acts on a payment link; the last act finds nothing to do. */
async function acts(
  server: TestServer,
  id: string,
  act: string,
  refused: string,
  of = path,
): Promise<ReturnType<Exercise>> {
  const someone = await finance(server);
  const address = `${of}/${id}/${act}`;
  return [
    await someone.ask('POST', address, '{', at(server)),
    await someone.ask('POST', address, oversized, at(server)),
    await someone.ask('POST', address, 'hi', { ...at(server), ...text }),
    await someone.ask('POST', address, { amount: 1 }, at(server)),
    await visitor(server).ask('POST', address, undefined, at(server)),
    await someone.ask('POST', address, undefined, { ...at(server), ...foreign }),
    await someone.ask('POST', `${of}/${unknownId}/${act}`, undefined, at(server)),
    await someone.ask('POST', address, undefined, at(server)),
    await someone.ask('POST', `${of}/${refused}/${act}`, undefined, at(server)),
  ];
}

/** Each operation on payment links, receipts and views, with every answer that a healthy server can give. */
export const paymentLinkExercises: Record<string, Exercise> = {
  async listPaymentLinks(server) {
    await made(server, samplePaymentLink);
    const someone = await finance(server);
    return [
      ...(await reads(server, path, `${path}/${unknownId}`)),
      await someone.ask('GET', `${path}?cursor=x`, undefined, at(server)),
    ];
  },
  async createPaymentLink(server) {
    const someone = await finance(server);
    const send = (body: unknown, headers = {}) =>
      someone.ask('POST', path, body, { ...at(server), ...headers });
    return [
      await send({ ...sampleInvoice, number: 'X-1' }, { 'idempotency-key': 'invoice-x-1' }),
      await send({ ...sampleInvoice, number: 'X-0' }, { 'idempotency-key': 'invoice-x-1' }),
      await visitor(server).ask('POST', path, samplePaymentLink, at(server)),
      await send(samplePaymentLink, foreign),
      await send(samplePaymentLink, { 'x-merchant-id': unknownId }),
      await send('{'),
      await send(oversized),
      await send('hi', text),
      await send({}),
    ];
  },
  async changePaymentLink(server) {
    const someone = await finance(server);
    const address = `${path}/${await made(server, samplePaymentLink)}`;
    const changed = { ...samplePaymentLink, title: 'Three coffees', version: 1 };
    const send = (body: unknown, headers = {}, to = address) =>
      someone.ask('PUT', to, body, { ...at(server), ...headers });
    return [
      await send(changed),
      await send(changed),
      await visitor(server).ask('PUT', address, changed, at(server)),
      await send(changed, foreign),
      await send(changed, {}, `${path}/${unknownId}`),
      await send('{'),
      await send(oversized),
      await send('hi', text),
      await send({}),
    ];
  },
  async readInvoiceNumbers(server) {
    const numbers = '/dashboard/api/invoice-numbers';
    return (await reads(server, numbers, numbers))
      .slice(0, 3)
      .concat(await (await finance(server)).ask('GET', numbers, undefined, { 'x-merchant-id': unknownId }));
  },
  async changeInvoiceNumbers(server) {
    const someone = await finance(server);
    const send = (body: unknown, headers = {}) =>
      someone.ask('PUT', '/dashboard/api/invoice-numbers', body, { ...at(server), ...headers });
    const body = { prefix: 'X-', next: '0500' };
    return [
      await send(body),
      await visitor(server).ask('PUT', '/dashboard/api/invoice-numbers', body, at(server)),
      await send(body, foreign),
      await send(body, { 'x-merchant-id': unknownId }),
      await send('{'),
      await send(oversized),
      await send('hi', text),
      await send({ prefix: 'X-', next: 'ten' }),
    ];
  },
  async readPaymentLink(server) {
    const id = await made(server, { ...sampleInvoice, number: 'X-2' });
    return await reads(server, `${path}/${id}`, `${path}/${unknownId}`);
  },
  async downloadInvoice(server) {
    const id = await made(server, { ...sampleInvoice, number: 'X-4' });
    const of = '/dashboard/api/payment-links';
    return await reads(server, `${of}/${id}/pdf`, `${of}/${unknownId}/pdf`);
  },
  async listPaymentsOfLink(server) {
    const id = await made(server, samplePaymentLink);
    const someone = await finance(server);
    return [
      ...(await reads(server, `${path}/${id}/payments`, `${path}/${unknownId}/payments`)),
      await someone.ask('GET', `${path}/${id}/payments?cursor=x`, undefined, at(server)),
    ];
  },
  async closePaymentLink(server) {
    const id = await made(server, samplePaymentLink);
    return await acts(server, id, 'close', id);
  },
  async reopenPaymentLink(server) {
    const over = await made(server, { ...samplePaymentLink, expires_at: '2030-01-01T00:00:00Z' });
    await server.sql`UPDATE payment_links SET expires_at = created_at WHERE id = ${over}`;
    return await acts(server, await made(server, samplePaymentLink), 'reopen', over);
  },
  async remindOfInvoice(server) {
    const id = await made(server, { ...sampleInvoice, number: 'X-3' });
    await server.sql`UPDATE link_mailings SET created_at = now() - interval '2 days' WHERE link_id = ${id}`;
    return await acts(server, id, 'reminders', id);
  },
  async sendReceipt(server) {
    const paid = await createCharge(server);
    await pay(server, paid, '4242424242424242');
    const open = await createCharge(server);
    return await acts(server, paid, 'receipt', open, '/dashboard/api/payments');
  },
  async listViews(server) {
    const someone = await finance(server);
    const ask = (who: Pick<typeof someone, 'ask'>, place = at(server)) =>
      who.ask('GET', views, undefined, place);
    return [
      await ask(someone),
      await ask(visitor(server)),
      await ask(await approver(server)),
      await ask(someone, { 'x-merchant-id': unknownId }),
    ];
  },
  async saveView(server) {
    const someone = await finance(server);
    const send = (body: unknown, headers = {}) =>
      someone.ask('POST', views, body, { ...at(server), ...headers });
    return [
      await send({ name: 'Paid', state: 'paid' }),
      await visitor(server).ask('POST', views, { name: 'x' }, at(server)),
      await send({ name: 'x' }, foreign),
      await send({ name: 'x' }, { 'x-merchant-id': unknownId }),
      await send('{'),
      await send(oversized),
      await send('hi', text),
      await send({}),
    ];
  },
  async removeView(server) {
    const someone = await finance(server);
    const saved = await someone.ask('POST', views, { name: 'Paid' }, at(server));
    const address = `${views}/${saved.body.data.views[0].id}`;
    return [
      await visitor(server).ask('DELETE', address, undefined, at(server)),
      await someone.ask('DELETE', address, undefined, { ...at(server), ...foreign }),
      await someone.ask('DELETE', `${views}/x`, undefined, at(server)),
      await someone.ask('DELETE', address, undefined, at(server)),
    ];
  },
};
