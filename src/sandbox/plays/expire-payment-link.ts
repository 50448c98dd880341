import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import {
  findPaymentLinkByToken,
  lockPaymentLink,
  updatePaymentLink,
} from '../../commerce/payment-links/store.ts';

/** Moves the end of a payment link to now. `token`: the last part of its URL. */
export async function expirePaymentLink(sql: Sql, token: string): Promise<string> {
  const found = await findPaymentLinkByToken(sql, token);
  if (!found) throw new PasarelaError('not_found', 'There is no payment link with this token.');
  await sql.begin(async (tx) => {
    const link = await lockPaymentLink(tx, found.merchantId, found.id);
    if (link) await updatePaymentLink(tx, { ...link, expiresAt: new Date(), version: link.version + 1 });
  });
  return "The payment link's end was moved to now.";
}
