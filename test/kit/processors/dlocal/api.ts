import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse, stringify } from 'lossless-json';
import type { Account } from './account.ts';
import { chargebackObject, orderObject } from './books.ts';
import type { Faults, Reply } from './faults.ts';
import { authorization, keys } from './keys.ts';
import { withoutLocal } from './local.ts';
import { type Fields, Refused } from './requests.ts';

/** dLocal's API: every request is signed, and every call that changes something is counted and may fail on command. */
export function apiRoutes(account: Account, faults: Faults, counts: Record<string, number>) {
  return async (api: FastifyInstance): Promise<void> => {
    api.removeAllContentTypeParsers();
    // The signature covers the raw body; it is parsed without losing a digit.
    api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    api.addHook('preHandler', async (request) => authenticate(request));
    api.setErrorHandler((error, _request, reply) => {
      const { status, body } = errorReply(error);
      return reply.code(status).type('application/json').send(stringify(body));
    });

    function read(path: string, notFound: Refused, look: (id: string) => object | undefined): void {
      api.get<{ Params: { id: string } }>(path, (request, reply) => {
        const found = look(request.params.id);
        if (!found) throw notFound;
        return reply.type('application/json').send(stringify(found));
      });
    }

    function change(path: string, handle: (fields: Fields, id: string) => object): void {
      api.post<{ Params: { id?: string } }>(path, async (request, reply) => {
        counts[`POST ${path}`] = (counts[`POST ${path}`] ?? 0) + 1;
        await faults.run(path, reply, async (): Promise<Reply> => {
          try {
            const fields = typeof request.body === 'string' ? (parse(request.body) as Fields) : {};
            return { status: 200, body: handle(fields, request.params.id ?? '') };
          } catch (error) {
            return errorReply(error);
          }
        });
        return reply;
      });
    }

    const noPayment = new Refused(404, 4000, 'Payment not found.');
    const { payments, refunds, chargebacks, paymentTold, refundTold, ways } = account;
    const repeated = (told: object): object => (ways.repeatsInstructions ? told : withoutLocal(told));
    read('/payments/:id', noPayment, (id) => {
      const payment = payments.find((each) => each.id === id);
      return payment && repeated(paymentTold(payment));
    });
    read('/orders/:id', noPayment, (id) => {
      const payment = payments.find((each) => each.orderId === id);
      return payment && orderObject(payment);
    });
    read('/refunds/:id', new Refused(404, 4001, 'Refund not found.'), (id) => {
      const refund = refunds.find((each) => each.id === id);
      return refund && refundTold(refund);
    });
    read('/chargebacks/:id', noPayment, (id) => {
      const chargeback = chargebacks.find((each) => each.id === id);
      return chargeback && chargebackObject(chargeback);
    });
    change('/payments', (fields) => paymentTold(account.createPayment(fields, false)));
    change('/secure_payments', (fields) => paymentTold(account.createPayment(fields, true)));
    change('/installments-plans', (fields) => account.createPlan(fields));
    change('/payments/:id/cancel', (_fields, id) => paymentTold(account.cancel(id)));
    change('/refunds', (fields) => refundTold(account.createRefund(fields)));
  };
}

function authenticate(request: FastifyRequest): void {
  const { headers } = request;
  const date = String(headers['x-date'] ?? '');
  const body = typeof request.body === 'string' ? request.body : '';
  if (headers['x-version'] !== '2.1') throw new Refused(400, 5017, 'Invalid API Version.');
  const isRight =
    headers['x-login'] === keys.login &&
    headers['x-trans-key'] === keys.transKey &&
    !Number.isNaN(Date.parse(date)) &&
    headers['user-agent'] !== undefined &&
    headers.authorization === authorization(date, body);
  if (!isRight) throw new Refused(403, 3001, 'Invalid Credentials.');
}

function errorReply(error: unknown): Reply {
  if (error instanceof Refused) {
    const { status, code, message, param } = error;
    return { status, body: { code, message, ...(param && { param }) } };
  }
  if (error instanceof SyntaxError) return { status: 400, body: { code: 5000, message: 'Invalid request.' } };
  throw error;
}
