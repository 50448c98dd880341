import { call, createCharge, keyHeaders, until } from './client.ts';
import type { TestServer } from './server.ts';

export interface Arrived {
  reference: string;
  /** The id of the unexpected payment. */
  payment: string;
}

/** A charge by OXXO with its voucher. */
export async function withVoucher(server: TestServer, change: object = {}): Promise<string> {
  const reference = await createCharge(server, {
    method_code: 'OXXO',
    method_category: 'CASH',
    country: 'MEX',
    currency: 'MXN',
    amount: 150,
    email: 'ana@customer.example',
    ...change,
  });
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  await call(server, 'POST', `/pay/${reference}`, headers, 'name=Ana+Prueba&email=ana%40customer.example');
  return reference;
}

/** Cash that was paid after its voucher had been given up. */
export async function paidLate(server: TestServer, change: object = {}): Promise<Arrived> {
  const reference = await withVoucher(server, change);
  await call(server, 'POST', `/pay/${reference}/other-card`);
  await call(server, 'POST', `/sandbox/pay/${reference}`, {}, { decision: 'pay' });
  return { reference, payment: await arrivedAt(server, reference) };
}

/** The id of the unexpected payment of a charge, once it is found. */
export async function arrivedAt(server: TestServer, reference: string): Promise<string> {
  const { body } = await until(
    () => call(server, 'GET', `/api/transactions/${reference}`, keyHeaders(server.merchant)),
    (answer) => answer.body.data.unexpected_payments.length > 0,
  );
  return body.data.unexpected_payments[0].id;
}
