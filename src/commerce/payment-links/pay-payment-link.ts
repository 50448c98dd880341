import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { methods } from '../../accounts/methods/methods.ts';
import { newIdOf } from '../../base/db/ids.ts';
import type { Sql, Tx } from '../../base/db/pool.ts';
import { type FieldFault, PasarelaError } from '../../base/ground/errors.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import type { Language } from '../../base/money/language.ts';
import { moneyToNumber } from '../../base/money/money.ts';
import type { CancelResult } from '../../payments/charges/cancel-charge.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import {
  type ChargeRequest,
  type ChargeRules,
  readChargeRequest,
} from '../../payments/charges/charge-request.ts';
import { hashRequest, newCharge } from '../../payments/charges/create-charge.ts';
import { insertCharges } from '../../payments/charges/insert-charges.ts';
import { requireRoute } from '../../payments/charges/offers/require-route.ts';
import type { PaymentProcessors } from '../../payments/charges/payment-processors.ts';
import { findCharge } from '../../payments/charges/store.ts';
import { decideOnce, type PaymentLink, type PaymentLinkPayment } from './payment-link.ts';
import { countParts, decidePart, type PartDecision, smallestPartMinor } from './progress/parts.ts';
import { partCharges } from './progress/parts-store.ts';
import { countPieces, decidePieces } from './progress/pieces.ts';
import { recordPieces } from './progress/pieces-store.ts';
import { isPayable, paymentLinkState, type UnpayableState } from './progress/progress.ts';
import {
  countUnpaid,
  findRequestHash,
  findSameCharge,
  insertPaymentLinkCharge,
  lockPaymentLink,
  type MadeCharge,
  setCharge,
} from './store.ts';

export interface PayPaymentLinkDeps {
  sql: Sql;
  secrets: Secrets;
  processors: PaymentProcessors;
  rules: Omit<ChargeRules, 'settings'>;
  cancelCharge(charge: Charge): Promise<CancelResult>;
  now(): Date;
}

export interface Payer extends PaymentLinkPayment {
  name: string | null;
  language: Language;
  clientAddress: string;
}

export type PayPaymentLinkResult =
  /** The customer continues at this charge. */
  | { kind: 'charge'; chargeId: string }
  | { kind: 'faults'; faults: FieldFault[] }
  /** No processor or network accepts it now. */
  | { kind: 'unavailable' }
  | { kind: UnpayableState }
  /** All that is left of the stock is being paid by others. */
  | { kind: 'held' }
  /** Fewer are left than asked for. */
  | { kind: 'fewer'; left: number }
  /** Of an invoice in parts. */
  | Extract<PartDecision, { freeMinor: bigint }>
  /** Somebody is paying it. `chargeId`: the charge that this customer had begun. */
  | { kind: 'busy'; chargeId: string | null }
  | { kind: 'limited'; retryAfterSeconds: number };

/**
 * Limits what anybody on the web can make us store: unpaid charges of a payment link within an hour. One address may
 * leave as many as people in one office or hall; the total is too small to fill a table.
 */
const windowMs = 60 * 60 * 1000;
const unpaidFromAddress = 30;
const unpaidInAll = 500;

/** The charge may change between two attempts; three rounds allow for two changes. */
const maxRounds = 3;

/** Makes the charge of a payment link, by the rules of every charge, or finds the one that this customer had begun. */
export async function payPaymentLink(
  deps: PayPaymentLinkDeps,
  link: PaymentLink,
  merchant: Merchant,
  payer: Payer,
): Promise<PayPaymentLinkResult> {
  const read = readChargeRequest(bodyOf(link, payer), [], { ...deps.rules, settings: merchant.settings });
  if (read.kind === 'faults') return read;
  if (read.kind === 'method_not_available') return { kind: 'unavailable' };
  const asked: Asked = {
    payer,
    request: read.request,
    requestHash: hashRequest(read.request),
    clientAddressHash: deps.secrets.fingerprint(`address:${payer.clientAddress}`),
    smallestPartMinor: smallestPartMinor(link, merchant.settings),
    displaced: new Set(),
  };
  if (!(await hasRoute(deps, merchant, read.request))) return { kind: 'unavailable' };

  for (let round = 0; round < maxRounds; round++) {
    const result = await deps.sql.begin((tx) => payUnderLock(tx, link, asked, deps.now()));
    if (result.kind === 'displace') {
      for (const charge of result.charges) {
        asked.displaced.add(charge.id);
        await deps.cancelCharge(charge);
      }
      continue;
    }
    if (result.kind !== 'replace') return result;
    const { kind } = await deps.cancelCharge(result.charge);
    if (kind === 'in_progress') return { kind: 'busy', chargeId: ownChargeId(result.charge, payer) };
  }
  return { kind: 'busy', chargeId: null };
}

interface Asked extends Pick<MadeCharge, 'requestHash' | 'clientAddressHash'> {
  payer: Payer;
  request: ChargeRequest;
  smallestPartMinor: bigint;
  /** Charges that this request has canceled, or could not. */
  displaced: Set<string>;
}

/** The equivalent request of E2. */
function bodyOf(link: PaymentLink, payer: Payer): Parameters<typeof readChargeRequest>[0] {
  return {
    flow: 'PAYIN',
    method_code: payer.methodCode,
    method_category: methods[payer.methodCode].category,
    country: link.country,
    currency: link.currency,
    amount: moneyToNumber(payer.amount),
    description: describe(link, payer),
    order_number: link.number,
    email: payer.email,
    metadata: {
      payment_link: link.id,
      ...(payer.name !== null && { payer_name: payer.name }),
      ...(link.maxQuantity !== null && { quantity: String(payer.quantity) }),
    },
    language: payer.language,
  };
}

/** The longest description of a charge. */
const maxDescription = 500;

/** "Two coffees × 3"; a title that leaves no room for it stands alone. */
function describe({ title, maxQuantity }: PaymentLink, { quantity }: Payer): string {
  const text = `${title} × ${quantity}`;
  return maxQuantity === null || text.length > maxDescription ? title : text;
}

async function hasRoute(
  deps: PayPaymentLinkDeps,
  merchant: Merchant,
  request: ChargeRequest,
): Promise<boolean> {
  try {
    const { isServed } = deps.rules;
    await requireRoute({ ...deps, isServed }, merchant, newIdOf(merchant.id), request);
    return true;
  } catch (error) {
    if (error instanceof PasarelaError && error.code === 'method_not_available') return false;
    throw error;
  }
}

/**
 * Runs under the payment link's lock: two customers at the same time find the same charge, or one waits for the other.
 */
async function payUnderLock(
  tx: Tx,
  { merchantId, id }: PaymentLink,
  asked: Asked,
  now: Date,
): Promise<
  PayPaymentLinkResult | { kind: 'replace'; charge: Charge } | { kind: 'displace'; charges: Charge[] }
> {
  const locked = (await lockPaymentLink(tx, merchantId, id)) as PaymentLink;
  const { link, rows } =
    locked.stock === null ? { link: locked, rows: [] } : await recordPieces(tx, locked, now);
  const pieces = countPieces(link, rows, now);
  const totalMinor = link.amountMinor ?? 0n;
  const charges = link.inParts ? await partCharges(tx, merchantId, [id]) : [];
  const parts = link.inParts ? countParts(totalMinor, charges) : null;
  const current = link.chargeId === null ? null : await findCharge(tx, merchantId, link.chargeId);
  const state = paymentLinkState(link, { chargeStatus: current?.status ?? null, pieces, parts }, now);
  if (!isPayable(state)) return { kind: state };
  const since = new Date(now.getTime() - windowMs);

  if (current) {
    const madeBy = await findRequestHash(tx, link, current.id);
    const isSame = madeBy === asked.requestHash;
    const decision = decideOnce({ ...current, isSame }, asked.payer, now);
    if (decision === 'reuse') return { kind: 'charge', chargeId: current.id };
    if (decision === 'busy') return { kind: 'busy', chargeId: null };
    if (decision === 'replace') return { kind: 'replace', charge: current };
  } else if (!link.isOnce || link.inParts) {
    const same = await findSameCharge(tx, link, asked, since, now);
    if (same) return { kind: 'charge', chargeId: same };
  }

  const wanted = {
    amountMinor: asked.payer.amount.amountMinor,
    smallestMinor: asked.smallestPartMinor,
    clientAddressHash: asked.clientAddressHash,
    tried: asked.displaced,
  };
  const decision = parts
    ? decidePart(totalMinor, charges, wanted, now)
    : pieces && decidePieces(pieces, rows, asked.payer.quantity, asked.displaced, now);
  if (decision?.kind === 'displace') {
    const found = await Promise.all(decision.chargeIds.map((each) => findCharge(tx, merchantId, each)));
    return { kind: 'displace', charges: found.filter((charge) => charge !== null) };
  }
  if (decision?.kind === 'busy') return { kind: 'busy', chargeId: null };
  if (decision && decision.kind !== 'take') return decision;

  const unpaid = await countUnpaid(tx, link, asked.clientAddressHash, since);
  if (unpaid.fromAddress >= unpaidFromAddress || unpaid.all >= unpaidInAll) {
    return { kind: 'limited', retryAfterSeconds: windowMs / 1000 };
  }
  return { kind: 'charge', chargeId: await makeCharge(tx, link, asked, now) };
}

/** Makes the charge and assigns it to the payment link: both commit, or neither. */
async function makeCharge(tx: Tx, link: PaymentLink, asked: Asked, now: Date): Promise<string> {
  const { merchantId } = link;
  const { requestHash, clientAddressHash } = asked;
  const charge = newCharge({ merchantId, sessionId: newIdOf(merchantId) }, asked.request, now);
  await insertCharges(tx, [{ charge, requestHash }]);
  await insertPaymentLinkCharge(tx, {
    merchantId,
    linkId: link.id,
    chargeId: charge.id,
    requestHash,
    clientAddressHash,
    pieces: asked.payer.quantity,
    pieceState: link.stock === null ? null : 'held',
    createdAt: now,
  });
  if (link.isOnce && !link.inParts) await setCharge(tx, link, charge.id);
  return charge.id;
}

function ownChargeId(charge: Charge, { email }: Payer): string | null {
  return charge.email?.toLowerCase() === email.toLowerCase() ? charge.id : null;
}
