import type { FastifyInstance } from 'fastify';
import { isMethodCode, methods } from '../../accounts/methods/methods.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { endHoldAt } from '../../crypto/orders/store.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { moveExpiry } from '../../payments/charges/expired-store.ts';
import { findChargeById } from '../../payments/charges/store.ts';
import { decideDispute } from '../acquirer/disputes.ts';
import { endLocalPayment, findLocalPayment } from '../acquirer/local-payments.ts';
import { refundInPanel } from '../acquirer/refunds.ts';

/** What a customer, a bank or the time can do to a charge. Each goes through the page and the acquirer. */
export const chargePlays = {
  approve: 'Pay: by a good card, or at the bank or counter of its local method',
  refuse: 'Fail to pay: the card or the bank refuses',
  challenge: 'Pay by a card with 3-D Secure, and confirm',
  challenge_failed: 'Pay by a card with 3-D Secure, and fail to confirm',
  unknown: 'Pay by a card whose acquirer does not answer in time; the outcome is found out by asking',
  chargeback: 'Pay by a card whose holder takes the money back seconds later',
  dispute: 'Pay by a card whose holder disputes it seconds later; the bank waits for a decision',
  dispute_won: 'Decide the open dispute of a paid charge for the merchant: the money comes back',
  dispute_lost: 'Decide the open dispute of a paid charge for the card holder',
  refund_refused: 'Pay by a card to which nothing can be refunded: the refund that you ask for fails',
  panel_refund: "Give back a paid charge in the acquirer's own panel, past the API",
  delay: 'Begin a local payment that its bank leaves pending',
  expire: "Move the charge's own end to now; the worker ends it within seconds",
} as const;
export type ChargePlay = keyof typeof chargePlays;

const cardOf: Partial<Record<ChargePlay, string>> = {
  approve: '4242424242424242',
  refuse: '4000000000000002',
  challenge: '4000002760003184',
  challenge_failed: '4000002760003184',
  unknown: '4000000000000119',
  chargeback: '4000000000000259',
  dispute: '4000000000002685',
  refund_refused: '4000000000005126',
};
const cardFields = { expiry: '12/39', code: '123', name: 'Ana Prueba' };
const localFields = {
  name: 'Ana Prueba',
  bank: '9001',
  street: 'Rua Um 2',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01310-100',
};
const documents: Readonly<Record<string, string>> = {
  ARG: '20.123.456',
  BRA: '529.982.247-25',
  COL: '1.020.304.050',
};
const phones: Readonly<Record<string, string>> = { COL: '300 123 4567', PER: '987 654 321' };

export interface Played {
  did: string;
  status: string;
  next: string[];
}

interface Stage {
  app: FastifyInstance;
  sql: Sql;
  host: string;
}

export async function playCharge(
  stage: Stage,
  reference: string,
  play: ChargePlay,
  chosen: string | null,
): Promise<Played> {
  const charge = await findChargeById(stage.sql, reference);
  if (!charge) throw new PasarelaError('not_found', 'There is no charge with this reference.');
  const did = await act(stage, charge, play, chosen);
  const after = (await findChargeById(stage.sql, charge.id)) as Charge;
  return {
    did,
    status: after.status,
    next: [
      `GET /api/transactions/${charge.id}`,
      `GET /api/events?reference=${charge.id}: the webhook to ${charge.notificationUrl ?? "the merchant's webhook URL"}`,
      ...following(play),
    ],
  };
}

/** What happens later by itself. */
function following(play: ChargePlay): string[] {
  if (play === 'chargeback') return ['dispute.lost follows in about five seconds'];
  if (play === 'dispute')
    return ['dispute.open follows in about five seconds; then dispute_won or dispute_lost'];
  if (play === 'panel_refund')
    return ["refund.succeeded follows when the worker reads the acquirer's movements: within ten minutes"];
  return play === 'refund_refused' ? ['POST /api/refunds: refund.failed follows'] : [];
}

async function act(stage: Stage, charge: Charge, play: ChargePlay, chosen: string | null): Promise<string> {
  if (play === 'dispute_won' || play === 'dispute_lost') {
    return await decide(stage, charge, play === 'dispute_won' ? 'won' : 'lost');
  }
  if (play === 'panel_refund') return await giveBackInPanel(stage, charge);
  if (charge.status !== 'open') throw notOpen(charge);
  return play === 'expire' ? await expire(stage, charge) : await payAs(stage, charge, play, chosen);
}

async function giveBackInPanel({ sql }: Stage, charge: Charge): Promise<string> {
  for (const id of await approvedAttempts(sql, charge)) {
    const refund = await refundInPanel(sql, id, null);
    if (refund) return `The merchant's staff gave it back in the acquirer's panel: SBR-${refund.reference}.`;
  }
  throw refused('play', 'needs a paid charge of which something is left to give back');
}

async function approvedAttempts(sql: Sql, charge: Charge): Promise<string[]> {
  const attempts = await sql<{ id: string }[]>`
    SELECT id
      FROM attempts
     WHERE merchant_id = ${charge.merchantId}
       AND charge_id = ${charge.id}
       AND status = 'approved'`;
  return attempts.map(({ id }) => id);
}

async function decide({ sql }: Stage, charge: Charge, decision: 'won' | 'lost'): Promise<string> {
  for (const id of await approvedAttempts(sql, charge)) {
    if (await decideDispute(sql, id, decision)) {
      return `The bank decided the dispute: ${decision}. The worker hears of it within seconds.`;
    }
  }
  throw refused('play', 'needs an open dispute; play dispute first, and wait until it has come');
}

async function payAs(stage: Stage, charge: Charge, play: ChargePlay, chosen: string | null): Promise<string> {
  const method = chosen ?? charge.method;
  if (chosen !== null && chosen !== charge.method) {
    if (!charge.anyMethod)
      throw refused('method', `must be ${charge.method}, or absent: the charge names it`);
    await post(stage, `/pay/${charge.id}/method`, { method: chosen });
  }
  if (!isMethodCode(method)) {
    throw refused('method', 'is needed: the charge lets the customer choose, e.g. "CARDS"');
  }
  if (method === 'CARDS') return await payByCard(stage, charge, play);
  const { way, countries } = methods[method];
  if (way !== 'redirect' && way !== 'instructions') {
    throw refused(
      'play',
      'does not suit: this charge is paid in an asset. Use POST /sandbox/wallet/{reference}',
    );
  }
  const decision = ({ approve: 'pay', refuse: 'refuse', delay: 'delay' } as Record<string, string>)[play];
  if (decision === undefined)
    throw refused('play', 'does not suit a local method: send approve, refuse or delay');
  const country = charge.country ?? countries[0] ?? '';
  const begun = await post(stage, `/pay/${charge.id}`, {
    ...localFields,
    document: documents[country] ?? '',
    phone: phones[country] ?? '',
  });
  const local = await findLocalPayment(stage.sql, charge.id);
  if (!local) throw refused('play', `was refused by the page: ${JSON.stringify(begun.body).slice(0, 300)}`);
  await post(stage, `/sandbox/pay/${local.id}`, { decision });
  await post(stage, `/pay/${charge.id}/look`, {});
  return `The customer began ${method}, and at the bank or counter: ${decision}.`;
}

async function payByCard(stage: Stage, charge: Charge, play: ChargePlay): Promise<string> {
  const number = cardOf[play];
  if (number === undefined) throw refused('play', 'does not suit a card: delay is for local methods');
  const document = documents[charge.country ?? ''] ?? '';
  const { status, body } = await post(stage, `/pay/${charge.id}`, { ...cardFields, number, document });
  if (status === 422) throw refused('play', `was refused by the page: ${JSON.stringify(body).slice(0, 300)}`);
  if (status >= 500) throw new PasarelaError('service_unavailable', 'The page could not take the payment.');
  const did = `The customer paid with the card ${number}`;
  if (play !== 'challenge' && play !== 'challenge_failed') return `${did}.`;
  const [attempt] = await stage.sql<{ id: string }[]>`
    SELECT id
      FROM attempts
     WHERE merchant_id = ${charge.merchantId}
       AND charge_id = ${charge.id}
       AND status = 'authenticating'`;
  if (!attempt) throw refused('play', `was refused by the page: ${JSON.stringify(body).slice(0, 300)}`);
  const decision = play === 'challenge' ? 'approve' : 'fail';
  await post(stage, `/sandbox/3ds/${attempt.id}`, { decision });
  await stage.app.inject({ url: `/pay/${charge.id}/return`, headers: { host: stage.host } });
  return `${did}, and at the bank's page: ${decision}.`;
}

async function expire(stage: Stage, charge: Charge): Promise<string> {
  const { sql } = stage;
  const local = await findLocalPayment(sql, charge.id);
  if (local?.status === 'waiting') {
    await endLocalPayment(sql, local.id);
    await post(stage, `/pay/${charge.id}/look`, {});
  }
  await sql.begin(async (tx) => {
    await endHoldAt(tx, { merchantId: charge.merchantId, orderId: charge.id }, new Date());
    await moveExpiry(tx, charge, new Date());
  });
  return "The charge's end was moved to now; the worker ends it within seconds.";
}

async function post(
  { app, host }: Stage,
  url: string,
  fields: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const headers = { host, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams(fields).toString();
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, body: isJson ? answer.json() : null };
}

function notOpen({ status }: Charge): PasarelaError {
  return refused('play', `needs an open charge; this one is ${status}. Make another one`);
}

export function refused(field: string, message: string): PasarelaError {
  return new PasarelaError('validation_failed', 'The play is not possible.', {
    fields: [{ field, message }],
  });
}
