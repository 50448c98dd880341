import { appendAudit } from '../../accounts/audit/audit-log.ts';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { Sql } from '../../base/db/pool.ts';
import { checkUrl, type UrlPolicy } from '../../base/egress/guard.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { NewEvent } from '../outbox/event.ts';
import { appendEvents } from '../outbox/outbox.ts';
import { ownEndpoint } from './endpoints/change-endpoints.ts';

/** No transaction has this id, so no receiver can mistake the sample for its own payment. */
const sampleTransactionId = '00000000-0000-4000-8000-000000000000';

/** The kinds of sample: of a charge, or, the last three, of a crypto order. */
export const sampleKinds = [
  'authorized',
  'approved',
  'declined',
  'canceled',
  'voided',
  'expired',
  'partially_refunded',
  'refunded',
  'charged_back',
  'pending',
  'success',
  'failed',
] as const;
export type SampleKind = (typeof sampleKinds)[number];
/** A status that every receiver knows: the sample takes the same path as a real event. */
export const usualSample: SampleKind = 'approved';

export interface TestEvent {
  kind: SampleKind;
  /** null: the account's webhook URL. */
  url: string | null;
  /** The further endpoint that gets it instead; null: none. */
  endpointId: string | null;
  /** The signed-in person who asked; null: an API key of the merchant, or the command line. */
  actor: string | null;
}

export interface TestEventDeps {
  sql: Sql;
  urlPolicy: UrlPolicy;
  sampleNotice(
    kind: SampleKind,
    merchantId: string,
    transactionId: string,
    at: Date,
  ): Pick<NewEvent, 'type' | 'notice'>;
  now(): Date;
}

/** Sends a sample like any event, to the given address or the account's; returns the event's id. */
export async function sendTestEvent(
  { sql, urlPolicy, sampleNotice, now }: TestEventDeps,
  merchant: Merchant,
  { kind, url, endpointId, actor }: TestEvent,
): Promise<string> {
  const fault = url === null ? null : checkUrl(url, urlPolicy);
  if (fault) throw validationFailed([{ field: 'url', message: fault.message }]);
  if (url !== null && endpointId !== null) {
    throw validationFailed([{ field: 'endpoint', message: 'cannot be named beside url' }]);
  }
  const endpoint = endpointId === null ? null : await ownEndpoint(sql, merchant.id, endpointId);
  if (url === null && endpoint === null && merchant.webhookUrl === null) {
    throw new PasarelaError(
      'webhook_url_missing',
      'The account has no webhook URL: have one set, or name the address to test as url.',
    );
  }
  const createdAt = now();
  const { type, notice } = sampleNotice(kind, merchant.id, sampleTransactionId, createdAt);
  const event = { merchantId: merchant.id, subject: 'test', subjectId: sampleTransactionId } as const;
  return await sql.begin(async (tx) => {
    const [id] = await appendEvents(tx, [
      {
        ...event,
        status: 'test',
        type,
        url,
        notice: { ...notice, sample: true },
        createdAt,
        ...(endpoint && { endpointId: endpoint.id }),
      },
    ]);
    if (actor !== null) {
      const subject = `merchant ${merchant.id}`;
      const details = { eventId: id, kind, url: endpoint?.url ?? url ?? merchant.webhookUrl };
      await appendAudit(tx, { actor, act: 'sample_sent', subject, details }, createdAt);
    }
    return id as string;
  });
}
