import { randomUUID } from 'node:crypto';

/** A counter separates the ids of one millisecond; RFC 9562, 6.2, method 1. */
const idsPerMs = 0x1000;
/** The start of the random half. */
const randomFrom = 18;
let lastMs = 0;
let lastTime = '';
let counter = 0;

/**
 * A UUIDv7: globally unique and ordered by time, so that indexes grow at one end. Within a process each is greater than
 * the one before. The random half comes from a UUIDv4, which Node generates in batches.
 */
export function newId(): string {
  return newStart() + randomUUID().slice(randomFrom);
}

/** The last characters of a merchant's id, which also end the ids of its objects. */
const tagLength = 4;

/**
 * An id of an object that belongs to a merchant. It ends like the merchant's own id, so on Citus one worker can answer
 * a page or a processor that knows only the id (`owners.ts`).
 */
export function newIdOf(merchantId: string): string {
  return newStart() + randomUUID().slice(randomFrom, -tagLength) + tagOf(merchantId);
}

/** The half with the time. */
function newStart(): string {
  const nowMs = Date.now();
  counter++;
  if (nowMs > lastMs || counter === idsPerMs) {
    // The clock stopped or went back, or the millisecond is full: the ids run ahead of the clock.
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

/** Below every id. Rows that belong to no merchant, or to all, have it as their merchant's id. */
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

/** The creation time of a UUIDv7, by its creator's clock. */
export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
