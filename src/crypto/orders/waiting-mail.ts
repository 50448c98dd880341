import type { WriteCollected } from '../../accounts/mail/collect-mail.ts';
import { operatorId } from '../../accounts/mail/operator-notice.ts';
import { findMerchant } from '../../accounts/merchants/store.ts';
import { waitingOrders } from './list-store.ts';
import { listedOrders, operatorWaitingMail, waitingMail } from './waiting-text.ts';

/** Writes the due mail about orders that wait for a decision, to their merchant or to the operator. */
export function writeWaiting(deps: {
  cryptoBaseUrl(): string;
  /** null: the operator gets no mail. */
  alertEmail: string | null;
}): WriteCollected {
  return async (tx, { merchantId, id }) => {
    if (merchantId === operatorId) {
      if (deps.alertEmail === null) return null;
      const { orders, total } = await waitingOrders(tx, null, listedOrders);
      return total === 0 ? null : { recipient: deps.alertEmail, ...operatorWaitingMail(orders, total) };
    }
    const merchant = await findMerchant(tx, merchantId);
    if (!merchant) throw new Error(`mail ${id}: its merchant is gone`);
    const { orders, total } = await waitingOrders(tx, merchantId, listedOrders);
    if (total === 0) return null;
    const reader = { ...merchant, timeZone: merchant.settings.timeZone };
    return {
      recipient: merchant.contactEmail,
      ...waitingMail(reader, orders, total, deps.cryptoBaseUrl()),
    };
  };
}
