import { randomUUID } from 'node:crypto';

/** Ids of one millisecond that are told apart by a counter; RFC 9562, 6.2, method 1. */
const idsPerMs = 0x1000;
/** Where the random half begins. */
const randomFrom = 18;
let lastMs = 0;
let lastTime = '';
let counter = 0;

/**
 * A UUIDv7: unique everywhere, and in the order of time, so that indexes grow at one end. In one process each
 * is greater than the one before. The random half is taken from a UUIDv4, of which Node makes many at once.
 */
export function newId(): string {
  return newStart() + randomUUID().slice(randomFrom);
}

/** Of a merchant's id, at the end of the ids of what is its own. */
const tagLength = 4;

/**
 * An id of something that belongs to a merchant, and tells to which: it ends as the merchant's own does. So a page or a
 * processor that knows the id alone is answered by one node, where the rows are spread over many (`owners.ts`).
 */
export function newIdOf(merchantId: string): string {
  return newStart() + randomUUID().slice(randomFrom, -tagLength) + tagOf(merchantId);
}

/** The half that tells the time. */
function newStart(): string {
  const nowMs = Date.now();
  counter++;
  if (nowMs > lastMs || counter === idsPerMs) {
    // A clock that stands still or goes back, or a full millisecond: the ids run ahead of it.
    lastMs = Math.max(nowMs, lastMs + 1);
    counter = 0;
    const hex = lastMs.toString(16).padStart(12, '0');
    lastTime = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  }
  return lastTime + counter.toString(16).padStart(3, '0');
}

export function tagOf(id: string): string {
  return id.slice(-tagLength);
}

/** Below every id. What is nobody's, or everybody's, has it in place of a merchant's. */
export const firstId = '00000000-0000-0000-0000-000000000000';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return shape.test(text);
}

/** The smallest UUIDv7 of a moment: bounds a range of ids by time. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** The moment that a UUIDv7 was made at, as whoever made it knew the time. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
