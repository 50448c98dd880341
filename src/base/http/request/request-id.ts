import { randomUUID } from 'node:crypto';

export const requestIdHeader = 'x-request-id';

const wellFormed = /^[A-Za-z0-9._-]{8,128}$/;
/** A UUID, or the id of a trace: its digits are no card number. */
const drawnByLot = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i;
const likeCardNumber = /(?:\d[._-]?){13}/;

/** The caller's own id of a request, so that both sides search for the same; else a new one. It stands in logs, where no card number may. */
export function requestIdFor(given: string | string[] | undefined): string {
  const isTaken =
    typeof given === 'string' &&
    wellFormed.test(given) &&
    (drawnByLot.test(given) || !likeCardNumber.test(given));
  return isTaken ? given : randomUUID();
}
