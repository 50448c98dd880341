import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { MethodCode } from '../../../accounts/methods/methods.ts';
import type {
  AskedAttempt,
  AttemptFinding,
  AttemptOutcome,
  AuthorizeRequest,
  PayerBank,
} from '../../charges/payment-processor.ts';
import { fits } from '../answers.ts';
import type { Api, Failure, Reply } from './api.ts';
import { localBody, stillMaking, toLocalOutcome } from './local.ts';
import { isMissing } from './order-calls.ts';
import { Order } from './orders.ts';

/** The calls about payments by local methods, within one deadline. */

const OrderList = Type.Object({ data: Type.Array(Type.Unknown()) });

/** Around the time of the attempt: Mercado Pago searches by the date of creation, and has its own clock. */
const searchedMs = { before: 3_600_000, after: 24 * 3_600_000 };

/** An order that is made later than its answer is made within seconds. */
const unseenMs = 5 * 60_000;

/** The order was certainly not made. Of other answers, one about a failed payment may come with an order. */
const refusing = new Set([400, 401, 403, 404, 415, 422, 429]);

/** `origin` is the API's. */
export function createLocalOrders(api: Api, origin: string) {
  const unknown = ({ cause }: Failure) => ({ outcome: 'unknown', cause }) as const;

  /**
   * By the id, or by our reference: repeating the request would need the payer's data, which is not kept. null: there
   * is none.
   */
  async function read(asked: AskedAttempt): Promise<Reply<Order> | null> {
    if (asked.handle !== null) {
      const order = await api.get(pathOf(asked.handle), Order);
      return 'cause' in order && isMissing(order) ? null : order;
    }
    const atMs = asked.createdAt.getTime();
    const query = new URLSearchParams({
      begin_date: new Date(atMs - searchedMs.before).toISOString(),
      end_date: new Date(atMs + searchedMs.after).toISOString(),
      external_reference: asked.attemptId,
    });
    const list = await api.get(`/v1/orders?${query}`, OrderList);
    if ('cause' in list) return list;
    const found = list.value.data.find(
      (each) => fits(Order, each) && each.external_reference === asked.attemptId,
    ) as Order | undefined;
    // The list may leave out what the customer pays by.
    return found ? await api.get(pathOf(found.id), Order) : null;
  }

  async function find(asked: AskedAttempt): Promise<AttemptFinding> {
    const order = await read(asked);
    if (order === null) return { outcome: 'not_found' };
    if ('cause' in order) return unknown(order);
    const outcome = toLocalOutcome(order.value, asked, origin);
    const isUnseen = outcome === stillMaking && Date.now() - asked.createdAt.getTime() >= unseenMs;
    return isUnseen ? await endUnseen(order.value) : outcome;
  }

  /** Nobody was told what to pay by, so nobody can pay: it is cancelled, and the customer may begin another. */
  async function endUnseen({ id }: Order): Promise<AttemptOutcome> {
    const cancelled = await api.post(`${pathOf(id)}/cancel`, randomUUID(), null, Order);
    const isEnded = 'value' in cancelled && /^cancell?ed$/.test(cancelled.value.status);
    if (!isEnded) return { outcome: 'pending', handle: id };
    return { outcome: 'not_taken', cause: 'Mercado Pago did not say what the customer pays by' };
  }

  async function begin(request: AuthorizeRequest): Promise<AttemptOutcome> {
    const made = await api.post('/v1/orders', request.attemptId, localBody(request), Order);
    if ('cause' in made) {
      if (refusing.has(made.status ?? 0)) return { outcome: 'not_taken', cause: made.cause };
      const found = await find(request);
      return found.outcome === 'not_found' ? unknown(made) : found;
    }
    await request.keepHandle(made.value.id);
    const outcome = toLocalOutcome(made.value, request, origin);
    if (outcome.outcome !== 'unknown') return outcome;
    // It may be made a moment later, without a word of what to pay by in the first answer.
    const found = await find({ ...request, handle: made.value.id });
    return found.outcome === 'not_found' ? outcome : found;
  }

  /**
   * What the customer wants to end, or has left. Instructions whose time is over are left to Mercado Pago: it books cash
   * up to two days after it was paid.
   */
  async function giveUp(asked: AskedAttempt): Promise<AttemptFinding> {
    const order = await read(asked);
    if (order === null) return { outcome: 'not_found' };
    if ('cause' in order) return unknown(order);
    const before = toLocalOutcome(order.value, asked, origin);
    const { instructions } = asked;
    const isOver = instructions !== null && Date.parse(instructions.expiresAt) <= Date.now();
    const isOpen = ['created', 'action_required', 'processing'].includes(order.value.status);
    if (!isOpen || isOver) return before;
    // A new key each time: a cancellation that was refused may be possible now.
    const cancelled = await api.post(`${pathOf(order.value.id)}/cancel`, randomUUID(), null, Order);
    if ('value' in cancelled) return toLocalOutcome(cancelled.value, asked, origin);
    const found = await find({ ...asked, handle: order.value.id });
    // It was not cancelled, and may still be paid.
    return found.outcome === 'challenge' ? unknown(cancelled) : found;
  }

  return { begin, find, giveUp };
}

function pathOf(id: string): string {
  return `/v1/orders/${encodeURIComponent(id)}`;
}

const Methods = Type.Array(Type.Object({ id: Type.String() }));

const Banks = Type.Array(
  Type.Object({
    id: Type.Union([Type.String(), Type.Integer()]),
    description: Type.String({ minLength: 1 }),
  }),
  { minItems: 1 },
);

/** As Mercado Pago advises: its list changes a few times a year. */
const banksFreshMs = 3_600_000;

/** The banks of PSE, in the order of their names. Throws if they cannot be read. */
export function createBanks(api: Api): (method: MethodCode) => Promise<readonly PayerBank[]> {
  let known: { banks: readonly PayerBank[]; readAtMs: number } | null = null;
  return async (method) => {
    if (method !== 'PSE') return [];
    if (known && performance.now() - known.readAtMs < banksFreshMs) return known.banks;
    const listed = await api.get('/v1/payment_methods', Methods);
    if ('cause' in listed) throw new Error(listed.cause);
    const pse: object = listed.value.find(({ id }) => id === 'pse') ?? {};
    const told = 'financial_institutions' in pse ? pse.financial_institutions : null;
    if (!fits(Banks, told)) throw new Error('Mercado Pago named no banks');
    const banks = told
      .map(({ id, description }) => ({ id: String(id), name: description }))
      .sort((a, b) => a.name.localeCompare(b.name));
    known = { banks, readAtMs: performance.now() };
    return banks;
  };
}
