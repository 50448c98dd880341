import { appendAudit } from '../../accounts/audit/audit-log.ts';
import { decimalsOf, lockAvailable, postEntry } from '../../accounts/ledger/ledger.ts';
import { queueOperatorMail } from '../../accounts/mail/operator-notice.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import { notifyOwnersOfDestination } from '../../accounts/people/destination-mail.ts';
import { isUniqueViolation } from '../../base/db/errors.ts';
import { newId } from '../../base/db/ids.ts';
import type { Db, Sql } from '../../base/db/pool.ts';
import { type FieldFault, PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import { isAsset } from '../../base/money/asset.ts';
import { isCurrency } from '../../base/money/currency.ts';
import { moneyToDecimal, parseDecimal } from '../../base/money/money.ts';
import { timeText } from '../../base/money/written.ts';
import { requestedEntry } from './post-settlement.ts';
import type { Settlement } from './settlement.ts';
import { findByKey, insertSettlement, wasPaidTo } from './store.ts';

export interface SettlementDeps {
  sql: Sql;
  /** null: the operator gets no mail. */
  alertEmail: string | null;
  /** How long a destination waits that was never paid before. */
  newDestinationMs: number;
  now(): Date;
}

export interface SettlementRequest {
  currency: string;
  /** A decimal string. */
  amount: string;
  destination: string;
  /** The same for every attempt of one request. */
  key: string;
}

/** Sets the merchant's money aside and asks the operator to pay it. */
export async function requestSettlement(
  deps: SettlementDeps,
  merchant: Merchant,
  request: SettlementRequest,
  actor: string,
): Promise<Settlement> {
  const amountMinor = amountOf(request);
  const settlement: Settlement = {
    merchantId: merchant.id,
    id: newId(),
    currency: request.currency,
    amountMinor,
    status: 'requested',
    destination: request.destination.trim(),
    requestedBy: actor,
    requestedAt: deps.now(),
    payableFrom: null,
    way: null,
    reference: null,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    paidCurrency: null,
    paidUnits: null,
    note: null,
    returnReason: null,
    returnedBy: null,
    returnedAt: null,
  };
  try {
    return (
      (await repeated(deps.sql, settlement, request.key)) ??
      (await record(deps, merchant, settlement, request.key))
    );
  } catch (error) {
    // The same request came at the same moment, and the other was faster.
    if (!isUniqueViolation(error, 'settlements_merchant_id_request_key_key')) throw error;
    const earlier = await repeated(deps.sql, settlement, request.key);
    if (!earlier) throw error;
    return earlier;
  }
}

async function record(
  { sql, alertEmail, newDestinationMs, now }: SettlementDeps,
  merchant: Merchant,
  requested: Settlement,
  key: string,
): Promise<Settlement> {
  const { currency, amountMinor, destination } = requested;
  const amount = moneyToDecimal({ amountMinor, currency });
  return await sql.begin(async (tx) => {
    const available = await lockAvailable(tx, merchant.id, currency);
    // The same request may have used the balance while this one waited for the lock.
    const earlier = await repeated(tx, requested, key);
    if (earlier) return earlier;
    if (available < amountMinor) {
      const left = moneyToDecimal({ amountMinor: available > 0n ? available : 0n, currency });
      throw validationFailed([
        { field: 'amount', message: `must be at most ${left} ${currency}, which is there` },
      ]);
    }
    const isNew = !(await wasPaidTo(tx, merchant.id, destination));
    const waits = isNew && newDestinationMs > 0;
    const payableFrom = waits ? new Date(requested.requestedAt.getTime() + newDestinationMs) : null;
    const settlement = { ...requested, payableFrom };
    await insertSettlement(tx, settlement, key);
    await postEntry(tx, requestedEntry(settlement));
    await appendAudit(
      tx,
      {
        actor: settlement.requestedBy,
        act: 'settlement_requested',
        subject: `merchant ${merchant.id}`,
        details: { settlement: settlement.id, amount, currency, destination, ...(waits && { payableFrom }) },
      },
      now(),
    );
    if (isNew) {
      await notifyOwnersOfDestination(tx, merchant.id, {
        kind: 'settlement',
        destination: `${destination} (${amount} ${currency})`,
        goodFrom: payableFrom,
        by: settlement.requestedBy,
      });
    }
    if (alertEmail !== null) {
      await queueOperatorMail(tx, {
        recipient: alertEmail,
        subject: `${merchant.name} asks for ${amount} ${currency}`,
        text: `${settlement.requestedBy} asks to be paid ${amount} ${currency} for ${merchant.name} (${merchant.id}).\n\nTo: ${destination}\n\n${payableFrom ? `Nothing was paid there before: pay it after ${timeText(payableFrom, { language: 'en', timeZone: 'UTC' })}, not earlier. ` : ''}Pay it, then enter the reference on the dashboard, page "Settlements". Or refuse it there: the money is the merchant's again.\n`,
      });
    }
    return settlement;
  });
}

/** Plain decimals only, as people write them; "1e2" is refused. */
export const plainDecimal = /^\d{1,18}(?:\.\d{1,18})?$/;

function amountOf({ currency, amount, destination }: SettlementRequest): bigint {
  const isKnown = isCurrency(currency) && !isAsset(currency);
  const parsed = isKnown && plainDecimal.test(amount) ? parseDecimal(amount, decimalsOf(currency)) : null;
  const amountMinor = typeof parsed === 'bigint' && parsed > 0n ? parsed : null;
  const faults: FieldFault[] = [
    ...(isKnown
      ? []
      : [{ field: 'currency', message: 'must be an ordinary currency; USDT and USDC leave by payouts' }]),
    ...(isKnown && amountMinor === null
      ? [
          {
            field: 'amount',
            message: `must be a decimal above 0 with at most ${decimalsOf(currency)} decimals`,
          },
        ]
      : []),
    ...(destination.trim() === ''
      ? [{ field: 'destination', message: 'must say where it is to be paid' }]
      : []),
  ];
  if (faults.length > 0 || amountMinor === null) throw validationFailed(faults);
  return amountMinor;
}

/** The earlier request with this key; null: none. */
async function repeated(sql: Db, asked: Settlement, key: string): Promise<Settlement | null> {
  const earlier = await findByKey(sql, asked.merchantId, key);
  if (!earlier) return null;
  if (
    earlier.amountMinor === asked.amountMinor &&
    earlier.currency === asked.currency &&
    earlier.destination === asked.destination
  ) {
    return earlier;
  }
  throw new PasarelaError('idempotency_key_reused', 'This key was used for another settlement.');
}
