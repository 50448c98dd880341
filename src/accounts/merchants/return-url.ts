import { readWebAddress } from '../../base/egress/guard.ts';

/**
 * Why a customer may not be sent to this address, or null. It is parsed as strictly as a webhook address, but may lead
 * anywhere: the customer's browser goes there, not we. In live only https is allowed.
 */
export function returnUrlFault(text: string, live: boolean): string | null {
  const read = readWebAddress(text, !live);
  return read instanceof URL ? null : read.message;
}
