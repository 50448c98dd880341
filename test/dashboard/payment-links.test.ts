import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeInvoice } from '../../src/commerce/payment-links/invoice-mail.ts';
import { remindJob } from '../../src/commerce/payment-links/remind.ts';
import { sampleInvoice, samplePaymentLink } from '../contract/payment-link-exercises.ts';
import { type Answer, call, createCharge, pay, readTransaction, until } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import { textOfPdf } from '../kit/pdf.ts';
import { signedIn, type Visitor } from '../kit/people.ts';
import { startTestServer, type TestServer } from '../kit/server.ts';

/** Payment links and invoices, from their creation to the payment. */

let server: TestServer;
let owner: Visitor;
const unfinished: Promise<unknown>[] = [];
let place: Record<string, string>;
const path = '/api/payment-links';

beforeAll(async () => {
  server = await startTestServer();
  const { merchantId } = server.merchant;
  owner = await signedIn(server, { merchantId, role: 'owner' });
  place = { 'x-merchant-id': merchantId };
});
afterAll(async () => {
  await Promise.all(unfinished);
  await server.stop();
});

interface Made {
  id: string;
  url: string;
  number: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the server sent
  [name: string]: any;
}

async function make(body: object): Promise<Made> {
  const { httpStatus, body: answer } = await owner.ask('POST', path, body, place);
  expect([httpStatus, answer]).toEqual([200, expect.anything()]);
  return answer.data;
}

const read = async ({ id }: Made): Promise<Made> =>
  (await owner.ask('GET', `${path}/${id}`, undefined, place)).body.data;

let invoices = 0;
const newInvoice = (change: object = {}) => make({ ...sampleInvoice, number: `T-${++invoices}`, ...change });

/** Submits the form of the page. */
async function submit({ url }: Made, form: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'accept-language': 'en' },
    body: new URLSearchParams(form),
  });
  return { httpStatus: response.status, headers: response.headers, body: await response.text() };
}

/** The charge that the page redirected to. */
function chargeOf({ httpStatus, headers }: Answer): string {
  expect(httpStatus).toBe(303);
  return new URL(headers.get('location') ?? '', server.url).searchParams.get('go') ?? '';
}

const page = async ({ url }: Made): Promise<string> =>
  await (await fetch(url, { headers: { 'accept-language': 'en' } })).text();

const card = '4242424242424242';
const ana = { email: 'ana@customer.example', name: 'Ana' };
const bob = { email: 'bob@customer.example' };

test('the same request under the same Idempotency-Key answers the same link, another one is refused', async () => {
  const send = (change: object = {}): Promise<Answer> =>
    owner.ask('POST', path, { ...samplePaymentLink, ...change }, { ...place, 'idempotency-key': 'link-1' });
  const [first, second] = await Promise.all([send(), send()]);
  expect(second.body.data.id).toBe(first.body.data.id);
  expect([first, second].filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(1);
  const other = await send({ amount: '10.51' });
  expect(other).toMatchObject({ httpStatus: 409, body: { data: { error: 'idempotency_key_reused' } } });
});

describe('a link that is paid many times', () => {
  test('makes a charge for each who pays, with its number, and lists them', async () => {
    const link = await make({ ...samplePaymentLink, number: 'COFFEE', language: 'pt' });
    expect(link).toMatchObject({ state: 'open', amount: '10.50', once: false, number: 'COFFEE' });
    expect(await page(link)).toContain('Two coffees');
    const first = chargeOf(await submit(link, ana));
    const second = chargeOf(await submit(link, bob));
    expect(first).not.toBe(second);
    // A second click, and a form that the browser sends again.
    expect(chargeOf(await submit(link, ana))).toBe(first);
    await pay(server, first, card);
    await pay(server, second, card);
    const { body } = await readTransaction(server, first);
    expect(body.data).toMatchObject({
      status: 'approved',
      amount: 10.5,
      order_number: 'COFFEE',
      email: ana.email,
      description: 'Two coffees',
      metadata: { payment_link: link.id, payer_name: 'Ana' },
    });
    // The same details after the payment begin a new charge.
    expect(chargeOf(await submit(link, ana))).not.toBe(first);
    const { body: listed } = await owner.ask('GET', `${path}/${link.id}/payments`, undefined, place);
    expect(
      listed.data.payments.map(({ id, state, email }: Record<string, string>) => [id, state, email]),
    ).toEqual([
      [second, 'paid', bob.email],
      [first, 'paid', ana.email],
    ]);
    expect((await read(link)).state).toBe('open');
  });

  test('takes another way, also after a card was refused for good, for as long as it is open', async () => {
    const link = await make(samplePaymentLink);
    const back = `href="/l/${new URL(link.url).pathname.slice(3)}"`;
    const paymentPage = async (charge: string) => await (await fetch(`${server.url}/pay/${charge}`)).text();
    const charge = chargeOf(await submit(link, ana));
    expect(await paymentPage(charge)).toContain(back);
    for (let refused = 0; refused < 5; refused++) await pay(server, charge, '4000000000000002');
    expect(await paymentPage(charge)).toContain(back);
    const paid = chargeOf(await submit(link, bob));
    await pay(server, paid, card);
    expect(await paymentPage(paid)).not.toContain(back);
    await owner.ask('POST', `${path}/${link.id}/close`, {}, place);
    expect(await paymentPage(charge)).not.toContain(back);
    // Metadata that a merchant wrote by hand leads nowhere.
    const forged = await createCharge(server, { metadata: { payment_link: link.id } });
    expect(await paymentPage(forged)).not.toContain(back);
  });

  test('leads on to its own charges alone', async () => {
    const [link, other] = [await make(samplePaymentLink), await make(samplePaymentLink)];
    const charge = chargeOf(await submit(link, ana));
    const to = async ({ url }: Made) => await (await fetch(`${url}?go=${charge}`)).text();
    expect(await to(link)).toContain(`/pay/${charge}`);
    expect(await to(other)).not.toContain(charge);
  });

  test('makes no more unpaid charges from one address than people leave lying', async () => {
    const link = await make(samplePaymentLink);
    const seen = [];
    for (let count = 0; count < 31; count++) {
      seen.push((await submit(link, { email: `c${count}@customer.example` })).httpStatus);
    }
    expect(seen).toEqual([...Array<number>(30).fill(303), 429]);
    const [row] = await server.sql`SELECT count(*)::int AS made FROM link_charges WHERE link_id = ${link.id}`;
    expect(row.made).toBe(30);
  });
});

describe('a link with an open amount', () => {
  test('takes what is within its bounds, as the language writes it', async () => {
    const { amount: _, ...open } = samplePaymentLink;
    const link = await make({ ...open, min_amount: '5', max_amount: '2000' });
    expect(link).toMatchObject({ amount: null, min_amount: '5.00', max_amount: '2000.00' });
    for (const amount of ['', '4.99', '2000.01', '10.555', 'ten', '-10', '=cmd()']) {
      expect([amount, (await submit(link, { ...ana, amount })).httpStatus]).toEqual([amount, 422]);
    }
    const charge = chargeOf(await submit(link, { ...ana, amount: '1,234.50' }));
    expect((await readTransaction(server, charge)).body.data.amount).toBe(1234.5);
  });
});

describe('what is paid once', () => {
  test('is paid by one of two who come at the same time; the other is told', async () => {
    const link = await make({ ...samplePaymentLink, once: true });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => submit(link, { email: `p${at}@customer.example` })),
    );
    const led = answers.filter(({ httpStatus }) => httpStatus === 303);
    expect(led).toHaveLength(1);
    for (const told of answers.filter((answer) => !led.includes(answer))) {
      expect(told.httpStatus).toBe(409);
      expect(told.body).toContain('Somebody is paying it right now');
    }
    await pay(server, chargeOf(led[0] as Answer), card);
    const late = await submit(link, bob);
    expect([late.httpStatus, late.body.includes('This is paid')]).toEqual([409, true]);
    expect((await read(link)).state).toBe('paid');
    expect(await page(link)).toContain('This is paid');
  });

  test('is open to somebody else when who began it has left, and to who began it at once', async () => {
    const link = await make({ ...samplePaymentLink, once: true });
    const first = chargeOf(await submit(link, ana));
    expect(chargeOf(await submit(link, ana))).toBe(first);
    const renamed = chargeOf(await submit(link, { ...ana, name: 'Ana María' }));
    expect((await readTransaction(server, first)).body.data.status).toBe('canceled');
    expect((await submit(link, bob)).httpStatus).toBe(409);
    await server.sql`UPDATE charges SET created_at = ${new Date(Date.now() - 16 * 60_000)} WHERE id = ${renamed}`;
    const others = chargeOf(await submit(link, bob));
    expect((await readTransaction(server, renamed)).body.data.status).toBe('canceled');
    // The customer who had left is too late and pays nothing.
    expect((await pay(server, renamed, card)).body.view).toBe('canceled');
    await pay(server, others, card);
    expect((await read(link)).state).toBe('paid');
  });

  test('is being paid while the bank has not answered, and says so to who began it', async () => {
    const link = await make({ ...samplePaymentLink, once: true });
    const charge = chargeOf(await submit(link, ana));
    unfinished.push(pay(server, charge, '4000000000000119'));
    await until(
      async () => await server.sql`SELECT 1 FROM attempts WHERE charge_id = ${charge}`,
      ({ length }) => length === 1,
    );
    const again = await submit(link, { ...ana, name: 'Somebody' });
    expect([again.httpStatus, again.body.includes(`/pay/${charge}`)]).toEqual([409, true]);
  });

  test('can be paid again when what was paid went back', async () => {
    const link = await make({ ...samplePaymentLink, once: true });
    const charge = chargeOf(await submit(link, ana));
    await pay(server, charge, card);
    const reopen = () => owner.ask('POST', `${path}/${link.id}/reopen`, undefined, place);
    expect((await reopen()).body.data.error).toBe('link_not_open');
    await owner.ask('POST', `/api/transactions/${charge}/refunds`, {}, place);
    expect((await reopen()).body.data.state).toBe('open');
    expect(chargeOf(await submit(link, ana))).not.toBe(charge);
  });
});

test('a closed link takes nobody, ends the charge that waited, and opens again', async () => {
  const link = await make({ ...samplePaymentLink, once: true });
  const charge = chargeOf(await submit(link, ana));
  const act = async (name: string) =>
    (await owner.ask('POST', `${path}/${link.id}/${name}`, undefined, place)).body;
  expect((await act('close')).data.state).toBe('closed');
  expect((await act('close')).data.state).toBe('closed');
  expect((await readTransaction(server, charge)).body.data.status).toBe('canceled');
  const closed = await submit(link, ana);
  expect([closed.httpStatus, closed.body.includes('This link is closed')]).toEqual([409, true]);
  expect((await act('reopen')).data.state).toBe('open');
  chargeOf(await submit(link, ana));
  await server.sql`UPDATE payment_links SET expires_at = created_at WHERE id = ${link.id}`;
  expect((await submit(link, ana)).body).toContain('This link has expired');
  const acts = await server.sql<{ act: string }[]>`
    SELECT act FROM audit_log WHERE subject = ${`link ${link.id}`} ORDER BY number`;
  expect(acts.map(({ act: name }) => name)).toEqual(['link_created', 'link_closed', 'link_reopened']);
});

describe('a link with a quantity', () => {
  test('asks for the exact product, and says how many in the transaction and in the list', async () => {
    const link = await make({ ...samplePaymentLink, amount: '33.33', min_quantity: 2, max_quantity: 5 });
    for (const quantity of ['', '0', '1', '6', '-2', '2.5', '9999999999', '=2']) {
      expect([quantity, (await submit(link, { ...ana, quantity })).httpStatus]).toEqual([quantity, 422]);
    }
    const charge = chargeOf(await submit(link, { ...ana, quantity: '3' }));
    expect((await readTransaction(server, charge)).body.data).toMatchObject({
      amount: 99.99,
      description: 'Two coffees × 3',
      metadata: { quantity: '3' },
    });
    await pay(server, charge, card);
    const { body } = await owner.ask('GET', `${path}/${link.id}/payments`, undefined, place);
    expect(body.data.payments).toMatchObject([{ quantity: 3, amount: '99.99' }]);
  });

  test('is made with a price of one and sound bounds only', async () => {
    const { amount: _, ...open } = samplePaymentLink;
    for (const [body, field] of [
      [{ ...open, max_quantity: 3 }, 'max_quantity'],
      [{ ...samplePaymentLink, min_quantity: 3 }, 'max_quantity'],
      [{ ...samplePaymentLink, min_quantity: 3, max_quantity: 2 }, 'max_quantity'],
      [{ ...samplePaymentLink, max_quantity: 1.5 }, 'max_quantity'],
      [{ ...samplePaymentLink, once: true, stock: 3 }, 'stock'],
      [{ ...sampleInvoice, number: 'Q-1', max_quantity: 2 }, 'max_quantity'],
    ] as const) {
      const { httpStatus, body: answer } = await owner.ask('POST', path, body, place);
      expect([httpStatus, answer.data.fields?.[0]?.field]).toEqual([422, field]);
    }
  });
});

describe('a stock', () => {
  const units = async (of: Made) => {
    const { state, stock, sold, reserved } = await read(of);
    return { state, stock, sold, reserved };
  };

  test('is never sold twice, whoever comes at the same time, and what surely failed is given back', async () => {
    const link = await make({ ...samplePaymentLink, max_quantity: 2, stock: 5 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        submit(link, { email: `s${at}@customer.example`, quantity: String(1 + (at % 2)) }),
      ),
    );
    const charges = answers.filter(({ httpStatus }) => httpStatus === 303).map(chargeOf);
    const [row] = await server.sql`
      SELECT sum(pieces)::int AS held FROM link_charges WHERE link_id = ${link.id}`;
    const { held } = row as { held: number };
    expect([4, 5]).toContain(held);
    expect(await units(link)).toEqual({ state: 'open', stock: 5, sold: 0, reserved: held });
    // Refused for good: its units are free again.
    const [failing = '', ...others] = charges;
    for (let refused = 0; refused < 5; refused++) await pay(server, failing, '4000000000000002');
    const freed = Number((await readTransaction(server, failing)).body.data.metadata.quantity);
    expect(await units(link)).toMatchObject({ sold: 0, reserved: held - freed });
    for (const charge of others) await pay(server, charge, card);
    expect(await units(link)).toEqual({ state: 'open', stock: 5, sold: held - freed, reserved: 0 });
    for (let left = 5 - (held - freed); left > 0; left--) {
      if (left === 1) {
        const tooMany = await submit(link, { ...ana, quantity: '2' });
        expect([tooMany.httpStatus, tooMany.body.includes('available: 1. Choose fewer')]).toEqual([
          422,
          true,
        ]);
      }
      const next = await submit(link, { email: `last${left}@customer.example`, quantity: '1' });
      await pay(server, chargeOf(next), card);
    }
    expect(await units(link)).toEqual({ state: 'sold_out', stock: 5, sold: 5, reserved: 0 });
    expect(await page(link)).toContain('Sold out');
  });

  test('is kept for who is paying, and taken from who has left', async () => {
    const link = await make({ ...samplePaymentLink, stock: 1 });
    const first = chargeOf(await submit(link, ana));
    expect(chargeOf(await submit(link, ana))).toBe(first);
    const late = await submit(link, bob);
    expect([late.httpStatus, late.body.includes('The last ones are being paid right now')]).toEqual([
      409,
      true,
    ]);
    await server.sql`UPDATE charges SET created_at = ${new Date(Date.now() - 16 * 60_000)} WHERE id = ${first}`;
    const second = chargeOf(await submit(link, bob));
    expect((await readTransaction(server, first)).body.data.status).toBe('canceled');
    await pay(server, second, card);
    expect(await units(link)).toEqual({ state: 'sold_out', stock: 1, sold: 1, reserved: 0 });
    const gone = await submit(link, ana);
    expect([gone.httpStatus, gone.body.includes('Sold out')]).toEqual([409, true]);
    // Money that is accepted although it came late is counted, too.
    await server.sql`UPDATE charges SET status = 'approved', approved_at = ${new Date()} WHERE id = ${first}`;
    expect(await units(link)).toMatchObject({ state: 'sold_out', sold: 2 });
    const change = (stock: number) =>
      owner.ask('PUT', `${path}/${link.id}`, { ...samplePaymentLink, version: 1, stock }, place);
    expect((await change(1)).body.data.fields[0].field).toBe('stock');
    expect((await change(3)).httpStatus).toBe(200);
    chargeOf(await submit(link, { email: 'third@customer.example' }));
    expect(await units(link)).toEqual({ state: 'open', stock: 3, sold: 2, reserved: 1 });
  });

  test('that a link gets later counts who had begun to pay', async () => {
    const link = await make(samplePaymentLink);
    const charge = chargeOf(await submit(link, ana));
    const change = (stock: number) =>
      owner.ask('PUT', `${path}/${link.id}`, { ...samplePaymentLink, version: 1, stock }, place);
    expect((await change(1)).httpStatus).toBe(200);
    expect(await units(link)).toEqual({ state: 'open', stock: 1, sold: 0, reserved: 1 });
    expect((await submit(link, bob)).httpStatus).toBe(409);
    await pay(server, charge, card);
    expect(await units(link)).toEqual({ state: 'sold_out', stock: 1, sold: 1, reserved: 0 });
  });

  test('is not given back while nobody knows whether it was paid', async () => {
    const link = await make({ ...samplePaymentLink, stock: 1 });
    const charge = chargeOf(await submit(link, ana));
    unfinished.push(pay(server, charge, '4000000000000119'));
    await until(
      async () => await server.sql`SELECT 1 FROM attempts WHERE charge_id = ${charge}`,
      ({ length }) => length === 1,
    );
    await server.sql`UPDATE charges SET created_at = ${new Date(Date.now() - 16 * 60_000)} WHERE id = ${charge}`;
    expect((await submit(link, bob)).httpStatus).toBe(409);
    expect(await units(link)).toMatchObject({ sold: 0, reserved: 1 });
  });
});

describe('a change', () => {
  const change = (of: Made, body: object) => owner.ask('PUT', `${path}/${of.id}`, body, place);

  test('is made by the first of two editors, and the second is told', async () => {
    const link = await make({ ...samplePaymentLink, expires_at: '2030-01-01T00:00:00Z' });
    const body = { ...samplePaymentLink, version: link.version };
    const answers = await Promise.all([
      change(link, { ...body, title: 'Three coffees', amount: '15.75' }),
      change(link, { ...body, title: 'Tea' }),
    ]);
    expect(answers.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((one, other) => one.httpStatus - other.httpStatus);
    expect(lost?.body.data.error).toBe('link_changed');
    expect(won?.body.data).toMatchObject({ version: 2, expires_at: null, number: link.number });
    expect(await page(link)).toContain(won?.body.data.title);
    const [row] = await server.sql`
      SELECT details::text FROM audit_log WHERE subject = ${`link ${link.id}`} AND act = 'link_changed'`;
    expect(row.details).toMatch(/title.*expiresAt/);
  });

  test('leaves what payments name as it is, and tells every fault at once', async () => {
    const link = await make(samplePaymentLink);
    const { body } = await change(link, {
      ...samplePaymentLink,
      currency: 'EUR',
      country: 'COL',
      once: true,
      number: 'OTHER',
      title: '',
    });
    expect(body.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual(
      expect.arrayContaining(['country', 'currency', 'number', 'once', 'title', 'version']),
    );
    expect((await read(link)).version).toBe(1);
    const other = await addMerchant(server);
    const theirs = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
    const foreign = await theirs.ask(
      'PUT',
      `${path}/${link.id}`,
      { ...samplePaymentLink, version: 1 },
      { 'x-merchant-id': other.merchantId },
    );
    expect(foreign.httpStatus).toBe(404);
  });

  test('ends the charge that asked for the old amount, is mailed to a new address, and none follows the payment', async () => {
    const invoice = await newInvoice({ customer_email: 'old@customer.example' });
    const old = chargeOf(await submit(invoice, {}));
    const body = {
      ...sampleInvoice,
      customer_email: 'new@customer.example',
      lines: [{ text: 'Design', quantity: '2', price: '7.00' }],
      version: 1,
    };
    expect((await change(invoice, body)).body.data).toMatchObject({ amount: '14.00', version: 2 });
    expect((await readTransaction(server, old)).body.data.status).toBe('canceled');
    await until(
      () => mailsTo('new@customer.example'),
      ([mail]) => mail?.text.includes('14.00') === true,
    );
    await pay(server, chargeOf(await submit(invoice, {})), card);
    const late = await change(invoice, { ...body, version: 2 });
    expect([late.httpStatus, late.body.data.error]).toEqual([409, 'link_not_open']);
  });

  test('waits while a customer pays', async () => {
    const link = await make({ ...samplePaymentLink, once: true });
    const charge = chargeOf(await submit(link, ana));
    unfinished.push(pay(server, charge, '4000000000000119'));
    await until(
      async () => await server.sql`SELECT 1 FROM attempts WHERE charge_id = ${charge}`,
      ({ length }) => length === 1,
    );
    const refused = await change(link, { ...samplePaymentLink, once: true, version: 1 });
    expect([refused.httpStatus, refused.body.data.error]).toEqual([409, 'charge_in_progress']);
  });
});

describe('an invoice', () => {
  test('comes to the exact sum of its lines, is mailed, and is paid once by its customer', async () => {
    const invoice = await newInvoice({
      language: 'es',
      customer_email: 'cliente@customer.example',
      lines: [
        { text: 'Diseño <b>', quantity: '1.5', price: '33.33' },
        { text: 'Dominio', quantity: '3', price: '0.10' },
      ],
    });
    expect(invoice).toMatchObject({ amount: '50.30', state: 'open', once: true, is_overdue: false });
    expect(invoice.lines.map(({ total }: { total: string }) => total)).toEqual(['50.00', '0.30']);
    const mail = await until(
      async () => await mailsTo('cliente@customer.example'),
      ({ length }) => length === 1,
    );
    expect(mail[0]?.subject).toBe(`Factura ${invoice.number} de Demo Store`);
    expect(mail[0]?.text).toContain(invoice.url);
    expect(await page(invoice)).toContain('Diseño &#60;b&#62;');
    const charge = chargeOf(await submit(invoice, {}));
    await pay(server, charge, card);
    expect((await readTransaction(server, charge)).body.data).toMatchObject({
      amount: 50.3,
      order_number: invoice.number,
      email: 'cliente@customer.example',
    });
    expect((await read(invoice)).state).toBe('paid');
    // In the customer's language, whatever the browser's is.
    expect(await page(invoice)).toMatch(/class="stamp"><b>Pagado<\/b> \d+ de /);
    // An invoice mail that is still queued is dropped then.
    const { merchantId } = server.merchant;
    const [mailing] = await server.sql`SELECT id FROM link_mailings WHERE link_id = ${invoice.id}`;
    const write = writeInvoice({ checkoutUrl: () => server.url });
    expect(await server.sql.begin((tx) => write(tx, { merchantId, id: mailing.id }))).toBeNull();
  });

  test('is a PDF for its customer and for people of the merchant, each in their language, and stamped once paid', async () => {
    const invoice = await newInvoice({
      title: 'Веб-сайт',
      language: 'es',
      customer_name: 'Ana Gómez',
      lines: [{ text: 'Design', quantity: '1', price: '100.05' }],
      adjustments: [{ kind: 'tax', name: 'VAT', percent: '19' }],
    });
    const fileOf = async (response: Response): Promise<string> => {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(response.headers.get('content-disposition')).toContain(`${invoice.number}.pdf`);
      return textOfPdf(Buffer.from(await response.arrayBuffer()));
    };
    const publicly = () => fetch(`${invoice.url}/pdf`, { headers: { 'accept-language': 'en' } });
    const cookies = () => [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const within = (id: string, at = place) =>
      fetch(`${server.url}/dashboard/api/payment-links/${id}/pdf`, {
        headers: { cookie: cookies(), 'accept-language': 'fr', ...at },
      });
    const open = await fileOf(await publicly());
    for (const text of [`Factura ${invoice.number}`, 'Demo Store', 'сайт', 'Ana Gómez', '$119.06'])
      expect(open).toContain(text);
    expect(open.replaceAll('\n', '')).toContain(invoice.url);
    expect(open).not.toContain('Pagado');
    const charge = chargeOf(await submit(invoice, {}));
    await pay(server, charge, card);
    const paid = await fileOf(await publicly());
    expect(paid).toMatch(/\nPagado\n\d+ de /);
    expect(paid).not.toContain('/l/');
    expect(await fileOf(await within(invoice.id))).toMatch(/Facture .*\nPayé\n/s);
    // Of another merchant, of a payment link, and closed for its customer.
    const other = await addMerchant(server);
    const theirs = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
    const foreign = await theirs.ask('GET', `/dashboard/api/payment-links/${invoice.id}/pdf`, undefined, {
      'x-merchant-id': other.merchantId,
    });
    expect(foreign.httpStatus).toBe(404);
    const link = await make(samplePaymentLink);
    expect((await within(link.id)).status).toBe(404);
    expect((await fetch(`${link.url}/pdf`)).status).toBe(404);
  });

  test('has a number of its own, and the same request makes it once', async () => {
    const body = { ...sampleInvoice, number: 'ONE', customer_email: 'one@customer.example' };
    const send = (key: string, change: object = {}) =>
      owner.ask('POST', path, { ...body, ...change }, { ...place, 'idempotency-key': key });
    const [first, again] = [await send('a'), await send('a')];
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const taken = await send('b');
    expect([taken.httpStatus, taken.body.data.fields[0].field]).toEqual([422, 'number']);
    const [row] = await server.sql`SELECT count(*)::int AS mails FROM mails WHERE kind = 'invoice'
      AND cause_id IN (SELECT id FROM link_mailings WHERE link_id = ${first.body.data.id})`;
    expect(row.mails).toBe(1);
  });

  test('has discounts and taxes, which page and mail show, and comes to their exact sum', async () => {
    const invoice = await newInvoice({
      customer_email: 'sums@customer.example',
      lines: [{ text: 'Design', quantity: '1', price: '100.05' }],
      adjustments: [
        { kind: 'tax', name: 'VAT', percent: '19' },
        { kind: 'discount', name: 'Loyal', percent: '10' },
        { kind: 'discount', name: 'Voucher', amount: '5.50' },
      ],
    });
    expect(invoice).toMatchObject({ amount: '100.60', subtotal: '100.05' });
    expect(invoice.adjustments.map(({ total }: { total: string }) => total)).toEqual([
      '16.06',
      '-10.01',
      '-5.50',
    ]);
    for (const text of ['Subtotal', 'VAT 19%', '$16.06', 'Loyal 10%', '-$10.01', '$100.60']) {
      expect([text, (await page(invoice)).includes(text)]).toEqual([text, true]);
    }
    const [mail] = await until(
      () => mailsTo('sums@customer.example'),
      ({ length }) => length === 1,
    );
    expect(mail?.text).toContain('VAT 19%: $16.06\nLoyal 10%: -$10.01\nVoucher: -$5.50\nTotal: $100.60');
    const charge = chargeOf(await submit(invoice, {}));
    expect((await readTransaction(server, charge)).body.data.amount).toBe(100.6);
  });

  test('refuses discounts and taxes that make no sense, all at once', async () => {
    const send = async (adjustments: object[], change: object = {}) => {
      const asked = { ...sampleInvoice, number: 'A-1', adjustments, ...change };
      const { body } = await owner.ask('POST', path, asked, place);
      return body.data.fields?.map(({ field }: { field: string }) => field);
    };
    expect(
      await send([
        { kind: 'tax', name: 'a', amount: '1' },
        { kind: 'discount', name: 'b' },
        { kind: 'discount', name: 'c', percent: '100.5' },
        { kind: 'discount', name: 'd', amount: '1.999' },
      ]),
    ).toEqual([
      'adjustments.0.amount',
      'adjustments.1.percent',
      'adjustments.2.percent',
      'adjustments.3.amount',
    ]);
    expect(await send([{ kind: 'discount', name: 'all', percent: '100' }])).toEqual(['adjustments']);
    expect(await send([{ kind: 'fee', name: 'x', percent: '1' }])).toEqual(['adjustments.0.kind']);
    const { body } = await owner.ask(
      'POST',
      path,
      { ...samplePaymentLink, adjustments: [{ kind: 'tax', name: 'x', percent: '1' }] },
      place,
    );
    expect(body.data.fields[0].field).toBe('adjustments');
  });

  test('without a number gets the next of the series, without a gap, whoever comes at the same time', async () => {
    const numbers = '/dashboard/api/invoice-numbers';
    const set = await owner.ask('PUT', numbers, { prefix: 'S-', next: '008' }, place);
    expect(set.body.data).toEqual({ prefix: 'S-', next: '008', number: 'S-008' });
    const { number: _, ...body } = { ...sampleInvoice, number: null };
    await newInvoice({ number: 'S-010' });
    const send = (key: string, change: object = {}) =>
      owner.ask('POST', path, { ...body, ...change }, { ...place, 'idempotency-key': key });
    const answers = await Promise.all([
      ...['s1', 's1', 's2', 's3', 's4'].map((key) => send(key)),
      send('s5', { lines: [] }),
    ]);
    expect(answers.at(-1)?.httpStatus).toBe(422);
    const made = answers.slice(0, -1).map(({ body: answer }) => answer.data.number);
    expect(made[0]).toBe(made[1]);
    expect(made.slice(1).sort()).toEqual(['S-008', 'S-009', 'S-011', 'S-012']);
    const next = await owner.ask('GET', numbers, undefined, place);
    expect(next.body.data.number).toBe('S-013');
    expect((await owner.ask('PUT', numbers, { prefix: 'S-', next: '0' }, place)).httpStatus).toBe(422);
  });

  test('is reminded of on its days, by hand once a day, and not once it is paid', async () => {
    const email = 'slow@customer.example';
    const [due, paid] = [
      await newInvoice({ customer_email: email }),
      await newInvoice({ customer_email: email }),
    ];
    const charge = chargeOf(await submit(paid, {}));
    const byHand = () => owner.ask('POST', `${path}/${due.id}/reminders`, undefined, place);
    expect((await byHand()).body.data.error).toBe('link_not_open');
    await pay(server, charge, card);
    await server.sql`UPDATE payment_links SET remind_at = now() - interval '1 second' WHERE id IN (${due.id}, ${paid.id})`;
    await remindJob(server.sql, () => new Date()).run();
    const kinds = async (of: Made) => (await read(of)).mailings.map(({ kind }: { kind: string }) => kind);
    // The server's own job may have claimed them at the same moment.
    await until(
      async () => ({ ofDue: await read(due), ofPaid: await read(paid) }),
      ({ ofDue, ofPaid }) => ofDue.mailings.length === 2 && ofPaid.remind_at === null,
    );
    expect(await kinds(due)).toEqual(['invoice_reminder', 'invoice']);
    expect(await kinds(paid)).toEqual(['invoice']);
    expect([(await read(due)).remind_at, (await read(paid)).remind_at]).toEqual([
      '2030-01-28T13:00:00.000Z',
      null,
    ]);
    const yesterday = new Date(Date.now() - 86_400_000);
    await server.sql`UPDATE link_mailings SET created_at = ${yesterday} WHERE link_id = ${due.id}`;
    expect((await byHand()).httpStatus).toBe(200);
    expect((await byHand()).httpStatus).toBe(409);
  });
});

test('every fault of a request is told at once', async () => {
  const { body } = await owner.ask(
    'POST',
    path,
    {
      kind: 'invoice',
      title: 'Card 4242 4242 4242 4242',
      country: 'ZZZ',
      currency: 'USD',
      methods: ['CASH'],
      amount: '5',
      due_on: '2026-02-30',
      expires_at: '2020-01-01T00:00:00Z',
      customer_email: 'no',
      lines: [{ text: 'x', quantity: '0', price: '1.999' }],
    },
    place,
  );
  expect(body.data.fields.map(({ field }: { field: string }) => field).sort()).toEqual([
    'amount',
    'country',
    'customer_email',
    'customer_name',
    'due_on',
    'expires_at',
    'lines.0.price',
    'lines.0.quantity',
    'title',
  ]);
});

test.each([['<img src=x onerror=alert(1)>'], ['=cmd()'], ['"><script>alert(1)</script>']])(
  'the text %j is shown as it is and runs nothing',
  async (title) => {
    const link = await make({ ...samplePaymentLink, title });
    const shown = await page(link);
    expect(shown).not.toMatch(/<img src=x|<script>alert/);
    const answer = await submit(link, { email: title, name: title });
    expect(answer.httpStatus).toBe(422);
    expect(answer.body).not.toMatch(/<img src=x|<script>alert/);
  },
);

test('what a page cannot take is refused, whatever was sent', async () => {
  const link = await make(samplePaymentLink);
  for (const [form, status] of [
    [{ ...ana, name: 'a\u0000b' }, 422],
    [{ ...ana, name: 'Ana\u202e' }, 422],
    [{ ...ana, name: 'x'.repeat(10_000) }, 413],
    [{ ...ana, name: '4242 4242 4242 4242' }, 422],
    [{ name: 'Ana' }, 422],
  ] as const) {
    const answer = await submit(link, form);
    expect([Object.values(form)[1], answer.httpStatus]).toEqual([Object.values(form)[1], status]);
    expect(answer.body).not.toContain('4242 4242 4242 4242');
  }
  for (const text of ['a\u0000b', '\u202eabc\u2066', 'x'.repeat(501)]) {
    const { httpStatus, body } = await owner.ask('POST', path, { ...samplePaymentLink, title: text }, place);
    expect([httpStatus, body.data.fields[0].field]).toEqual([422, 'title']);
  }
  expect((await call(server, 'GET', '/l/nothing')).httpStatus).toBe(404);
  expect((await call(server, 'GET', `/l/${'A'.repeat(36)}0000`)).httpStatus).toBe(404);
});

test('another merchant’s link is not there, and a disabled merchant’s takes nobody', async () => {
  const other = await addMerchant(server);
  const theirs = await signedIn(server, { merchantId: other.merchantId, role: 'owner' });
  const { body } = await theirs.ask('POST', path, samplePaymentLink, { 'x-merchant-id': other.merchantId });
  const { id } = body.data;
  expect((await owner.ask('GET', `${path}/${id}`, undefined, place)).httpStatus).toBe(404);
  expect((await owner.ask('POST', `${path}/${id}/close`, undefined, place)).httpStatus).toBe(404);
  const listed = await owner.ask('GET', path, undefined, place);
  expect(listed.body.data.links.map((link: Made) => link.id)).not.toContain(id);
  await server.sql`UPDATE merchants SET enabled = false WHERE id = ${other.merchantId}`;
  await until(
    () => page(body.data),
    (shown) => shown.includes('cannot be paid here right now'),
  );
  const answer = await submit(body.data, ana);
  expect(answer.httpStatus).toBe(409);
  const made = await theirs.ask('POST', path, samplePaymentLink, { 'x-merchant-id': other.merchantId });
  expect(made.body.data.error).toBe('merchant_disabled');
});

async function mailsTo(address: string): Promise<{ subject: string; text: string }[]> {
  return await server.sql`
    SELECT mail ->> 'subject' AS subject, mail ->> 'text' AS text
      FROM sandbox_mail.mails
     WHERE mail -> 'to' ? ${address}`;
}
