import type { WriteCollected } from '../../../accounts/mail/collect-mail.ts';
import { findMerchant } from '../../../accounts/merchants/store.ts';
import { refusedCodes } from './refused-codes.ts';
import { listedCodes, refusedCodesMail } from './refused-codes-text.ts';

/** Writes the due mail about recipients whose code was refused. */
export function writeRefusedCodes(cryptoBaseUrl: () => string): WriteCollected {
  return async (tx, { merchantId, id }) => {
    const merchant = await findMerchant(tx, merchantId);
    if (!merchant) throw new Error(`mail ${id}: its merchant is gone`);
    const { codes, total } = await refusedCodes(tx, merchantId, listedCodes);
    if (total === 0) return null;
    return {
      recipient: merchant.contactEmail,
      ...refusedCodesMail(
        { ...merchant, timeZone: merchant.settings.timeZone },
        codes,
        total,
        cryptoBaseUrl(),
      ),
    };
  };
}
