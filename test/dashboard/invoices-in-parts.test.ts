import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeInvoice } from '../../src/commerce/payment-links/invoice-mail.ts';
import { remindJob } from '../../src/commerce/payment-links/remind.ts';
import { earlierPayment } from '../../src/crypto/orders/earlier-payment.ts';
import { sampleInvoice } from '../contract/payment-link-exercises.ts';
import { type Answer, pay, readTransaction } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { textOfPdf } from '../kit/pdf.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Invoices that are paid in several payments. */

let server: TestServer;
let owner: Visitor;
let place: Record<string, string>;
const path = '/api/payment-links';
const card = '4242424242424242';

beforeAll(async () => {
  server = await startTestServer();
  const { merchantId } = server.merchant;
  owner = await signedIn(server, { merchantId, role: 'owner' });
  place = { 'x-merchant-id': merchantId };
});
afterAll(() => server.stop());

interface Made {
  id: string;
  url: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the server sent
  [name: string]: any;
}

const body = {
  ...sampleInvoice,
  lines: [{ text: 'Kitchen', quantity: '1', price: '100.00' }],
  partial_payments: true,
};

async function make(change: object = {}): Promise<Made> {
  const { httpStatus, body: answer } = await owner.ask('POST', path, { ...body, ...change }, place);
  expect([httpStatus, answer]).toEqual([200, expect.anything()]);
  return answer.data;
}

const read = async ({ id }: Made): Promise<Made> =>
  (await owner.ask('GET', `${path}/${id}`, undefined, place)).body.data;
const sums = async (of: Made) => {
  const { state, paid, left, being_paid, went_back } = await read(of);
  return { state, paid, left, being_paid, went_back };
};
const act = (of: Made, name: string) => owner.ask('POST', `${path}/${of.id}/${name}`, undefined, place);
const change = (of: Made, edit: object) => owner.ask('PUT', `${path}/${of.id}`, { ...body, ...edit }, place);

/** Submits the form of the page, as from another address with `from`. */
async function submit({ url }: Made, amount: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'accept-language': 'en' },
    body: new URLSearchParams({ amount }),
  });
  return { httpStatus: response.status, headers: response.headers, body: await response.text() };
}

/** The same from another address of this machine. */
async function submitFrom(localAddress: string, { url }: Made, amount: string): Promise<Answer> {
  const dispatcher = new Agent({ localAddress });
  const response = await request(url, {
    method: 'POST',
    dispatcher,
    headers: { 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ amount }).toString(),
  });
  const headers = new Headers(
    response.headers.location ? { location: String(response.headers.location) } : {},
  );
  const answer = { httpStatus: response.statusCode, headers, body: await response.body.text() };
  await dispatcher.close();
  return answer;
}

function chargeOf({ httpStatus, headers }: Answer): string {
  expect(httpStatus).toBe(303);
  return new URL(headers.get('location') ?? '', server.url).searchParams.get('go') ?? '';
}

const payPart = async (of: Made, amount: string): Promise<string> => {
  const charge = chargeOf(await submit(of, amount));
  await pay(server, charge, card);
  return charge;
};
const page = async ({ url }: Made): Promise<string> =>
  await (await fetch(url, { headers: { 'accept-language': 'en' } })).text();

/** As if somebody at another address had begun this charge. */
const asOther = (charge: string) => server.sql`
  UPDATE link_charges SET client_address_hash = ${Buffer.alloc(32, 1)} WHERE charge_id = ${charge}`;

test('is paid by parts that come to its exact sum, and says how much is paid and left', async () => {
  const invoice = await make({ customer_email: 'parts@customer.example' });
  expect(invoice).toMatchObject({ partial_payments: true, state: 'open', paid: '0.00', left: '100.00' });
  expect(await page(invoice)).toContain('value="100"');
  for (const wrong of ['', '0', '1.99', '100.01', '33.333', 'ten', '-5']) {
    expect([wrong, (await submit(invoice, wrong)).httpStatus]).toEqual([wrong, 422]);
  }
  const first = await payPart(invoice, '33.33');
  expect((await readTransaction(server, first)).body.data).toMatchObject({
    amount: 33.33,
    status: 'approved',
  });
  expect(await sums(invoice)).toEqual({
    state: 'partly_paid',
    paid: '33.33',
    left: '66.67',
    being_paid: '0.00',
    went_back: '0.00',
  });
  const shown = await page(invoice);
  expect(shown).toContain('$33.33 of $100.00 paid');
  expect(shown).toContain('value="66.67"');
  // A rest that nobody could pay.
  const tooMuch = await submit(invoice, '65');
  expect(tooMuch.body).toContain('The rest would be too small to pay. Pay $66.67, or at most $64.67');
  await payPart(invoice, '33.34');
  await payPart(invoice, '33.33');
  expect(await sums(invoice)).toMatchObject({ state: 'paid', paid: '100.00', left: '0.00' });
  expect((await submit(invoice, '1')).httpStatus).toBe(409);
  expect(await page(invoice)).toContain('This is paid');
});

test('many who pay at the same time, each from elsewhere, never pay more than its sum', async () => {
  const invoice = await make();
  const payers = Array.from({ length: 12 }, (_, at) => `127.0.0.${at + 2}`);
  const answers = await Promise.all(payers.map((address) => submitFrom(address, invoice, '30')));
  const led = answers.filter(({ httpStatus }) => httpStatus === 303);
  expect(led).toHaveLength(3);
  for (const told of answers.filter(({ httpStatus }) => httpStatus !== 303)) {
    expect([told.httpStatus, told.body.includes('Only $10.00 can be paid right now')]).toEqual([422, true]);
  }
  expect(await sums(invoice)).toMatchObject({ paid: '0.00', being_paid: '90.00' });
  await Promise.all(led.map((answer) => pay(server, chargeOf(answer), card)));
  await payPart(invoice, '10');
  expect(await sums(invoice)).toMatchObject({ state: 'paid', paid: '100.00' });
});

test('what another is paying is kept for them, and free again when it ends unpaid', async () => {
  const invoice = await make();
  const theirs = chargeOf(await submit(invoice, '60'));
  await asOther(theirs);
  expect(await sums(invoice)).toMatchObject({ state: 'open', left: '100.00', being_paid: '60.00' });
  const less = await submit(invoice, '100');
  expect([less.httpStatus, less.body.includes('Only $40.00 can be paid right now')]).toEqual([422, true]);
  const ours = chargeOf(await submit(invoice, '40'));
  // The same customer changes their mind: what they began makes room.
  const other = chargeOf(await submit(invoice, '30'));
  expect((await readTransaction(server, ours)).body.data.status).toBe('canceled');
  await asOther(other);
  const busy = await submit(invoice, '20');
  expect([busy.httpStatus, busy.body.includes('Only $10.00')]).toEqual([422, true]);
  // Its time is over.
  await server.sql`UPDATE charges SET status = 'expired', decided_at = now() WHERE id = ${theirs}`;
  expect(await sums(invoice)).toMatchObject({ being_paid: '30.00' });
  await pay(server, other, card);
  await payPart(invoice, '70');
  expect(await sums(invoice)).toMatchObject({ state: 'paid', paid: '100.00', being_paid: '0.00' });
  // Money of the expired part comes late: its merchant is told that nothing was left.
  const { merchantId } = server.merchant;
  expect((await earlierPayment(server.sql, { merchantId, chargeId: theirs }))?.chargeId).toBeTruthy();
  await server.sql`UPDATE charges SET status = 'approved', approved_at = ${new Date()} WHERE id = ${theirs}`;
  expect(await sums(invoice)).toMatchObject({ state: 'paid', paid: '160.00', left: '0.00' });
});

test('late money of a part is a second payment only where less than it is left', async () => {
  const invoice = await make();
  const late = chargeOf(await submit(invoice, '40'));
  await asOther(late);
  await server.sql`UPDATE charges SET status = 'expired', decided_at = now() WHERE id = ${late}`;
  const of = { merchantId: server.merchant.merchantId, chargeId: late };
  await payPart(invoice, '50');
  expect(await earlierPayment(server.sql, of)).toBeNull();
  const second = await payPart(invoice, '20');
  expect((await earlierPayment(server.sql, of))?.chargeId).toBe(second);
});

test('a part that was left for some time makes room for another customer', async () => {
  const invoice = await make();
  const left = chargeOf(await submit(invoice, '100'));
  await asOther(left);
  const told = await submit(invoice, '50');
  expect([told.httpStatus, told.body.includes('Somebody is paying it right now')]).toEqual([409, true]);
  await server.sql`UPDATE charges SET created_at = ${new Date(Date.now() - 16 * 60_000)} WHERE id = ${left}`;
  await payPart(invoice, '50');
  expect((await readTransaction(server, left)).body.data.status).toBe('canceled');
});

test('a part that goes back counts as paid until the merchant opens the invoice again', async () => {
  const invoice = await make();
  const first = await payPart(invoice, '60');
  await owner.ask('POST', `/api/transactions/${first}/refunds`, {}, place);
  expect(await sums(invoice)).toMatchObject({ state: 'partly_paid', paid: '60.00', went_back: '60.00' });
  const { body: opened } = await act(invoice, 'reopen');
  expect(opened.data).toMatchObject({ state: 'open', paid: '0.00', left: '100.00', went_back: '0.00' });
  const whole = await payPart(invoice, '100');
  expect((await act(invoice, 'reopen')).body.data.error).toBe('link_not_open');
  // A bank takes it back.
  await server.sql`UPDATE charges SET status = 'charged_back' WHERE id = ${whole}`;
  expect(await sums(invoice)).toMatchObject({ state: 'paid', went_back: '100.00' });
  await act(invoice, 'reopen');
  expect(await sums(invoice)).toMatchObject({ state: 'open', paid: '0.00' });
  // The dispute is won after all.
  await server.sql`UPDATE charges SET status = 'approved' WHERE id = ${whole}`;
  expect(await sums(invoice)).toMatchObject({ state: 'paid', paid: '100.00' });
});

test('closing ends what waits; what is paid stays, and the rest can be paid when it opens again', async () => {
  const invoice = await make();
  await payPart(invoice, '60');
  const waiting = chargeOf(await submit(invoice, '20'));
  expect((await act(invoice, 'close')).body.data).toMatchObject({
    state: 'closed',
    paid: '60.00',
    left: '40.00',
  });
  expect((await readTransaction(server, waiting)).body.data.status).toBe('canceled');
  expect((await submit(invoice, '40')).httpStatus).toBe(409);
  expect((await act(invoice, 'reopen')).body.data.state).toBe('partly_paid');
  await payPart(invoice, '40');
  await server.sql`UPDATE payment_links SET expires_at = created_at WHERE id = ${invoice.id}`;
  expect((await read(invoice)).state).toBe('paid');
});

test('a change keeps what is paid within the sum, and parts cannot be forbidden any more', async () => {
  const invoice = await make();
  await payPart(invoice, '60');
  const lines = (price: string) => [{ text: 'Kitchen', quantity: '1', price }];
  const small = await change(invoice, { version: 1, lines: lines('59.99') });
  expect(small.body.data.fields).toEqual([
    { field: 'lines', message: 'must come to at least 60.00 USD, which is paid or being paid' },
  ]);
  const whole = await change(invoice, { version: 1, partial_payments: false });
  expect(whole.body.data.fields[0].field).toBe('partial_payments');
  expect((await change(invoice, { version: 1, lines: lines('60') })).body.data.state).toBe('paid');
});

test('an invoice can be opened to parts later; what was paid and given back before is no part', async () => {
  const invoice = await make({ partial_payments: false });
  const whole = chargeOf(await submit(invoice, ''));
  await pay(server, whole, card);
  await owner.ask('POST', `/api/transactions/${whole}/refunds`, {}, place);
  await act(invoice, 'reopen');
  const waiting = chargeOf(await submit(invoice, ''));
  expect((await change(invoice, { version: 1 })).body.data).toMatchObject({ state: 'open', paid: '0.00' });
  expect((await readTransaction(server, waiting)).body.data.status).toBe('canceled');
  await payPart(invoice, '25');
  expect(await sums(invoice)).toMatchObject({ state: 'partly_paid', paid: '25.00' });
});

test('is for invoices, and another merchant sees none of it', async () => {
  const { lines: _, customer_name: _n, customer_email: _e, due_on: _d, ...rest } = body;
  const refused = await owner.ask('POST', path, { ...rest, kind: 'link', amount: '10' }, place);
  expect(refused.body.data.fields).toEqual([{ field: 'partial_payments', message: 'is for an invoice' }]);
  const invoice = await make();
  await payPart(invoice, '60');
  const other = await addMerchant(server);
  const theirs = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
  for (const [method, to] of [
    ['GET', invoice.id],
    ['PUT', invoice.id],
    ['POST', `${invoice.id}/reopen`],
  ] as const) {
    const send = method === 'PUT' ? { ...body, version: 1 } : undefined;
    const answer = await theirs.ask(method, `${path}/${to}`, send, { 'x-merchant-id': other.merchantId });
    expect([method, answer.httpStatus]).toEqual([method, 404]);
  }
});

test('its reminder says what is paid and left, and its PDF each payment', async () => {
  const invoice = await make({ customer_email: 'remind@customer.example', language: 'es' });
  await payPart(invoice, '60');
  const [mailing] = await server.sql<
    { id: string }[]
  >`SELECT id FROM link_mailings WHERE link_id = ${invoice.id}`;
  const write = writeInvoice({ checkoutUrl: () => 'https://pay.example' });
  const { merchantId } = server.merchant;
  const mail = await server.sql.begin((tx) =>
    write(tx, { merchantId, id: mailing?.id as string } as Parameters<typeof write>[1]),
  );
  expect(mail?.text).toContain('Pagado hasta ahora: $60.00\nPor pagar: $40.00');
  expect(mail?.text).toContain('Puedes pagarla en varios pagos.');
  // The customer is reminded of the rest.
  await server.sql`UPDATE payment_links SET remind_at = created_at WHERE id = ${invoice.id}`;
  await remindJob(server.sql, () => new Date()).run();
  expect((await read(invoice)).mailings[0].kind).toBe('invoice_reminder');
  const response = await fetch(`${invoice.url}/pdf`, { headers: { 'accept-language': 'es' } });
  const text = await textOfPdf(Buffer.from(await response.arrayBuffer()));
  expect(text).toMatch(/Pagado el/);
  expect(text).toMatch(/Por pagar/);
});
