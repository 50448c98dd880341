import { isId } from '../../base/db/ids.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { orderLifetimeMs } from './order.ts';

/**
 * What E4 was told, sealed into the `hash` it answers. Nothing is stored until E5: whoever calls E4
 * without credentials cannot fill our tables.
 */
export interface OrderTicket {
  id: string;
  country: string;
  origin: 'api' | 'web';
  amountMinor: bigint;
  email: string;
  merchantIdCustom: string | null;
  /** Where the customer goes back to; null: nothing was said. */
  returnUrl: string | null;
  /** The merchant whose credentials came with E4, if any did: then only they may use it. */
  merchantId: string | null;
  createdAt: Date;
}

/** Nobody processed it in time, and nobody can any more. */
export function isTicketExpired(ticket: OrderTicket, now: Date): boolean {
  return now.getTime() - ticket.createdAt.getTime() > orderLifetimeMs;
}

const purpose = 'crypto-order';
/**
 * Shorter than what E5 takes: it is in the hash, and the hash in the path of GET /payment/{hash}, for which common proxies
 * have 8 KB.
 */
export const maxSealedUrlLength = 512;
/** E-mail, merchantIdCustom and return_url at their longest, all in characters of four bytes, make some 5,370. */
export const maxHashLength = 5_400;
const hashShape = new RegExp(`^[\\w-]{40,${maxHashLength}}$`);

export function sealTicket(secrets: Secrets, ticket: OrderTicket): string {
  const fields = [
    ticket.id,
    ticket.country,
    ticket.origin,
    ticket.amountMinor.toString(),
    ticket.email,
    ticket.merchantIdCustom,
    ticket.merchantId,
    ticket.createdAt.getTime(),
    // Last, and only where it is: a hash without it is as it always was.
    ...(ticket.returnUrl === null ? [] : [ticket.returnUrl]),
  ];
  return secrets.seal(JSON.stringify(fields), purpose).toString('base64url');
}

/** null: not a hash of ours, or not as we gave it. */
export function openTicket(secrets: Secrets, hash: string): OrderTicket | null {
  if (!hashShape.test(hash)) return null;
  let fields: [string, string, 'api' | 'web', string, string, string | null, string | null, number, string?];
  try {
    fields = JSON.parse(secrets.open(Buffer.from(hash, 'base64url'), purpose));
  } catch {
    return null;
  }
  const [
    id,
    country,
    origin,
    amountMinor,
    email,
    merchantIdCustom,
    merchantId,
    createdAtMs,
    returnUrl = null,
  ] = fields;
  if (!isId(id)) return null;
  return {
    id,
    country,
    origin,
    amountMinor: BigInt(amountMinor),
    email,
    merchantIdCustom,
    returnUrl,
    merchantId,
    createdAt: new Date(createdAtMs),
  };
}
