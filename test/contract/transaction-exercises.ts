import { askedRefund } from '../kit/bank-refund.ts';
import { type Answer, createCharge, getToken, keyHeaders, pay, sampleCharge } from '../kit/client.ts';
import { addMerchant } from '../kit/merchants.ts';
import type { TestServer } from '../kit/server.ts';
import { paidLate } from '../kit/unexpected.ts';
import {
  disabledMerchant,
  type Exercise,
  get,
  oversized,
  post,
  text,
  unknownId,
  wrongKey,
} from './exercise.ts';

function act(
  server: TestServer,
  reference: string,
  verb: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { ...keyHeaders(server.merchant), ...more };
  return post(server, `/api/transactions/${reference}/${verb}`, headers, body);
}

async function paid(server: TestServer): Promise<string> {
  const reference = await createCharge(server, { metadata: { cart: '1' } });
  await pay(server, reference, '4000000000000002');
  await pay(server, reference, '4242424242424242');
  return reference;
}

async function closingAnswers(server: TestServer, verb: 'capture' | 'void', body: object): Promise<Answer[]> {
  const reference = await createCharge(server, { capture: 'manual' });
  await pay(server, reference, '4242424242424242');
  return [
    await act(server, reference, verb, body),
    await act(server, reference, verb, '{'),
    await act(server, reference, verb, {}, { 'x-api-key': 'wrong' }),
    await post(server, `/api/transactions/${unknownId}/${verb}`, await disabledMerchant(server)),
    await act(server, unknownId, verb),
    await act(server, reference, verb),
    await act(server, reference, verb, oversized),
    await act(server, reference, verb, 'hi', text),
    await act(server, reference, verb, { amonut: 1 }),
  ];
}

async function bankAnswers(server: TestServer, verb: string, body: object | undefined): Promise<Answer[]> {
  const { reference, refund } = await askedRefund(server);
  const path = `refunds/${refund}/${verb}`;
  const ended = await askedRefund(server);
  const other = verb === 'withdraw' ? 'paid' : 'withdraw';
  await act(
    server,
    ended.reference,
    `refunds/${ended.refund}/${other}`,
    other === 'paid' ? { reference: 'x' } : undefined,
  );
  return [
    await act(server, reference, path, body),
    await act(server, reference, path, '{'),
    await act(server, reference, path, body, { 'x-api-key': 'wrong' }),
    await post(server, `/api/transactions/${reference}/${path}`, await disabledMerchant(server), body),
    await act(server, unknownId, path, body),
    await act(server, ended.reference, `refunds/${ended.refund}/${verb}`, body),
    await act(server, reference, path, oversized),
    await act(server, reference, path, 'hi', text),
    await act(server, reference, path, { amount: 1 }),
  ];
}

/** Each operation on transactions and the account, with every answer that a healthy server can give. */
export const transactionExercises: Record<string, Exercise> = {
  async createAccessToken(server) {
    const path = '/api/auth/token';
    return [
      await post(server, path, keyHeaders(server.merchant)),
      await post(server, path, keyHeaders(server.merchant), '{'),
      await post(server, path, {}),
      await post(server, path, await disabledMerchant(server)),
      await post(server, path, keyHeaders(server.merchant), oversized),
      await post(server, path, { ...keyHeaders(server.merchant), ...text }, 'hi'),
    ];
  },
  async createCharge(server) {
    const path = '/api/transactions/charges';
    const token = await getToken(server, server.merchant);
    const noMethods = await getToken(server, await addMerchant(server, { methods: [] }));
    return [
      await post(server, path, token, sampleCharge),
      await post(server, path, token, { ...sampleCharge, amount: 11 }),
      await post(server, path, token, []),
      await post(server, path, {}, sampleCharge),
      await post(server, path, noMethods, sampleCharge),
      await post(server, path, token, oversized),
      await post(server, path, { ...token, ...text }, 'hi'),
      await post(server, path, token, { metadata: { a: 1 } }),
    ];
  },
  async listTransactions(server) {
    const path = '/api/transactions';
    await paid(server);
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, `${path}?limit=1`, keyHeaders(server.merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
      await get(server, `${path}?limit=0`, keyHeaders(server.merchant)),
    ];
  },
  async readTransaction(server) {
    const reference = await paid(server);
    await act(server, reference, 'refunds', { amount: 1 });
    const path = `/api/transactions/${reference}`;
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(
        server,
        `/api/transactions/${await createCharge(server, { description: undefined })}`,
        keyHeaders(server.merchant),
      ),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
      await get(server, `/api/transactions/${unknownId}`, keyHeaders(server.merchant)),
    ];
  },
  async cancelTransaction(server) {
    return [
      await act(server, await createCharge(server), 'cancel'),
      await act(server, unknownId, 'cancel', '{'),
      await act(server, unknownId, 'cancel', undefined, { 'x-api-key': 'wrong' }),
      await post(server, `/api/transactions/${unknownId}/cancel`, await disabledMerchant(server)),
      await act(server, unknownId, 'cancel'),
      await act(server, await paid(server), 'cancel'),
      await act(server, unknownId, 'cancel', oversized),
      await act(server, unknownId, 'cancel', 'hi', text),
      await act(server, unknownId, 'cancel', { amount: 1 }),
    ];
  },
  async refundTransaction(server) {
    const reference = await paid(server);
    return [
      await act(server, reference, 'refunds', { amount: 1 }),
      await act(server, reference, 'refunds', '{'),
      await act(server, reference, 'refunds', {}, { 'x-api-key': 'wrong' }),
      await post(server, `/api/transactions/${unknownId}/refunds`, await disabledMerchant(server)),
      await act(server, unknownId, 'refunds'),
      await act(server, await createCharge(server), 'refunds'),
      await act(server, reference, 'refunds', oversized),
      await act(server, reference, 'refunds', 'hi', text),
      await act(server, reference, 'refunds', { amount: 0 }),
    ];
  },
  async readBankDetails(server) {
    const { reference, refund } = await askedRefund(server);
    const path = `/api/transactions/${reference}/refunds/${refund}/bank-details`;
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
      await get(server, path.replace(refund, unknownId), keyHeaders(server.merchant)),
    ];
  },
  async markRefundPaid(server) {
    return await bankAnswers(server, 'paid', { reference: 'PIX-77' });
  },
  async withdrawRefund(server) {
    return await bankAnswers(server, 'withdraw', undefined);
  },
  async askForBankDetails(server) {
    return await bankAnswers(server, 'ask-again', undefined);
  },
  async resolveTransaction(server) {
    const { reference, payment } = await paidLate(server);
    const accept = { payment, decision: 'accept' };
    return [
      await act(server, reference, 'resolve', accept),
      await act(server, reference, 'resolve', '{'),
      await act(server, reference, 'resolve', accept, { 'x-api-key': 'wrong' }),
      await post(server, `/api/transactions/${unknownId}/resolve`, await disabledMerchant(server), accept),
      await act(server, unknownId, 'resolve', accept),
      await act(server, reference, 'resolve', { payment, decision: 'return' }),
      await act(server, reference, 'resolve', oversized),
      await act(server, reference, 'resolve', 'hi', text),
      await act(server, reference, 'resolve', { ...accept, amount: 1 }),
    ];
  },
  async captureTransaction(server) {
    return await closingAnswers(server, 'capture', { amount: 1 });
  },
  async voidTransaction(server) {
    return await closingAnswers(server, 'void', {});
  },
  async listPaymentMethods(server) {
    const bounded = await addMerchant(server, {
      methods: [
        { methodCode: 'CARDS', countries: ['COL'], currencies: ['COP'], bounds: { COP: { min: '1000' } } },
      ],
    });
    const path = '/api/payment-methods';
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, path, keyHeaders(bounded)),
      await get(server, `${path}?country=BRA&currency=BRL&amount=10`, keyHeaders(server.merchant)),
      await get(server, `${path}?country=XX`, keyHeaders(server.merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
    ];
  },
  async readKey(server) {
    const path = '/api/key';
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, path, { ...keyHeaders(server.merchant), 'x-agent-tool': 'A tool' }),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
    ];
  },
  async listBalances(server) {
    const path = '/api/balances';
    await paid(server);
    return [
      await get(server, path, keyHeaders(server.merchant)),
      await get(server, path, wrongKey(server)),
      await get(server, path, await disabledMerchant(server)),
    ];
  },
};
