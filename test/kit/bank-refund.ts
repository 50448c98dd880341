import { call, createCharge, keyHeaders, until } from './client.ts';
import type { TestServer } from './server.ts';

const form = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };

/** A charge by boleto with its voucher, which nobody can call back. */
export async function withBoleto(server: TestServer, change: object = {}): Promise<string> {
  const reference = await createCharge(server, {
    method_code: 'BOLETO',
    method_category: 'CASH',
    country: 'BRA',
    currency: 'BRL',
    amount: 150,
    email: 'ana@customer.example',
    ...change,
  });
  await getBoleto(server, reference);
  return reference;
}

export async function getBoleto(server: TestServer, reference: string): Promise<void> {
  const payer = {
    name: 'Ana Prueba',
    email: 'ana@customer.example',
    document: '529.982.247-25',
    street: 'Rua Um 2',
    city: 'São Paulo',
    state: 'SP',
    postal_code: '01310-100',
  };
  await call(server, 'POST', `/pay/${reference}`, form, String(new URLSearchParams(payer)));
}

/** A charge by boleto that was paid: the sandbox's acquirer gives none back. */
export async function paidBoleto(server: TestServer, change: object = {}): Promise<string> {
  const reference = await withBoleto(server, change);
  await call(server, 'POST', `/sandbox/pay/${reference}`, {}, { decision: 'pay' });
  await until(
    () => call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant)),
    ({ body }) => body.data.status === 'approved',
  );
  return reference;
}

/** A refund of it, which waits for the customer's bank account. */
export async function askedRefund(
  server: TestServer,
  body: object = {},
): Promise<{ reference: string; refund: string }> {
  const reference = await paidBoleto(server);
  const path = `/api/transactions/${reference}/refunds`;
  const answer = await call(server, 'POST', path, keyHeaders(server.merchant), body);
  return { reference, refund: answer.body.data.id };
}
