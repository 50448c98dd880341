import { v7 } from 'uuid';

/** A UUIDv7: unique everywhere, and in the order of time, so that indexes grow at one end. */
export function newId(): string {
  return v7();
}

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(text: string): boolean {
  return shape.test(text);
}

/** The smallest UUIDv7 of a moment: bounds a range of ids by time. */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
