import { hash } from 'node:crypto';
import { type EventType, eventTypes } from './event.ts';

/** A further address of a merchant for its events, beside the webhook URL of the account. */
export interface WebhookEndpoint {
  merchantId: string;
  id: string;
  url: string;
  description: string;
  /** The types that it gets, as `charge.approved` or `charge.*`; empty: all. */
  events: readonly string[];
  /** Each signs until its time; the present secret comes first and has none. */
  secrets: readonly { sealed: Buffer; until: Date | null }[];
  /** While it is paused its events wait. */
  pausedAt: Date | null;
  createdAt: Date;
  /** Its deliveries carry this as their endpoint. */
  queue: bigint;
}

/** Each adds a row to every event that it takes. */
export const maxEndpoints = 10;

export function queueOfEndpoint(merchantId: string, endpointId: string): bigint {
  // No host contains a space: never the endpoint of an address.
  return hash('sha256', `${merchantId}|endpoint ${endpointId}`, 'buffer').readBigInt64BE();
}

/** What can follow in a filter: a type, or all types of a subject. */
export const eventPatterns: readonly string[] = [
  ...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`)),
  ...eventTypes,
];

export function takesType(patterns: readonly string[], type: EventType): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => pattern === type || pattern === `${type.split('.')[0]}.*`)
  );
}
