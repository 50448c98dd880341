import { randomUUID } from 'node:crypto';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[A-Za-z0-9._-]{8,128}$/;
/** A UUID, or a trace id: its digits are no card number. */
const drawnByLot = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i;
const likeCardNumber = /(?:\d[._-]?){13}/;

/**
 * The caller's own request id, so that both sides can search for the same one; otherwise a new one. It appears in logs,
 * which must not hold a card number.
 */
export function requestIdFor(given: string | string[] | undefined): string {
  const isTaken =
    typeof given === 'string' &&
    wellFormed.test(given) &&
    (drawnByLot.test(given) || !likeCardNumber.test(given));
  return isTaken ? given : randomUUID();
}
