import { isId } from '../../base/db/ids.ts';
import type { Secrets } from '../../base/ground/secrets.ts';
import { orderLifetimeMs } from './order.ts';

/**
 * The content of E4, sealed into the `hash` it returns. Nothing is stored until E5, so calls of E4 without credentials
 * cannot fill our tables.
 */
export interface OrderTicket {
  id: string;
  country: string;
  origin: 'api' | 'web';
  amountMinor: bigint;
  email: string;
  merchantIdCustom: string | null;
  /** The page to which the customer returns; null: not given. */
  returnUrl: string | null;
  /** The merchant whose credentials came with E4, if any: then only this merchant may use it. */
  merchantId: string | null;
  createdAt: Date;
}

/** Whether the ticket was not processed in time and can no longer be. */
export function isTicketExpired(ticket: OrderTicket, now: Date): boolean {
  return now.getTime() - ticket.createdAt.getTime() > orderLifetimeMs;
}

const purpose = 'crypto-order';
/**
 * Shorter than the limit of E5: it is part of the hash, and the hash is part of the path of GET /payment/{hash}, which
 * common proxies limit to 8 KB.
 */
export const maxSealedUrlLength = 512;
/** E-mail, merchantIdCustom and return_url at their longest, all in four-byte characters, make some 5,370. */
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
    // Last, and only if present: a hash without it keeps its old form.
    ...(ticket.returnUrl === null ? [] : [ticket.returnUrl]),
  ];
  return secrets.seal(JSON.stringify(fields), purpose).toString('base64url');
}

/** null: not one of our hashes, or altered. */
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
