import { readWebAddress } from '../../base/egress/guard.ts';

/**
 * Why a customer may not be sent to this address, or null. It is read as strictly as one for webhooks, but may lead
 * anywhere: the customer's browser goes there, not we. Live sends customers to https only.
 */
export function returnUrlFault(text: string, live: boolean): string | null {
  const read = readWebAddress(text, !live);
  return read instanceof URL ? null : read.message;
}
