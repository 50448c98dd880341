import type { MailDeps } from '../accounts/mail/send-mails.ts';
import { contactAnswer } from '../accounts/people/contact-answer.ts';
import { writeOneTimeLink } from '../accounts/people/invitations/one-time-link-mail.ts';
import type { Logger } from '../base/ground/logger.ts';
import type { Secrets } from '../base/ground/secrets.ts';
import { writeInvoice } from '../commerce/payment-links/invoice-mail.ts';
import { writeWaiting } from '../crypto/orders/waiting-mail.ts';
import { noteRefusedCode } from '../crypto/payouts/claim/refused-codes.ts';
import { writeRefusedCodes } from '../crypto/payouts/claim/refused-codes-mail.ts';
import { writeRefundClaim } from '../crypto/payouts/refund/refund-claim-mail.ts';
import { writeUndeliverable } from '../events/webhooks/delivery/undeliverable-notice.ts';
import { writeReminder } from '../payments/charges/attempts/remind.ts';
import { writeBankRefund } from '../payments/charges/refunds/bank/bank-refund-mail.ts';

/** The writers of each kind of mail, and the handlers of refused ones. */
export function collectedMails(deps: {
  baseUrl(): string;
  cryptoBaseUrl(): string;
  checkoutUrl(): string;
  secrets: Secrets;
  /** null: the operator gets no mail. */
  alertEmail: string | null;
  logger: Pick<Logger, 'error' | 'info' | 'warn'>;
}): Pick<MailDeps, 'writers' | 'secretWriters' | 'onCodeRefused' | 'onContactAnswer' | 'logger'> {
  return {
    writers: {
      webhooks_undeliverable: writeUndeliverable(deps.baseUrl),
      orders_waiting: writeWaiting(deps),
      payout_codes_refused: writeRefusedCodes(deps.cryptoBaseUrl),
    },
    secretWriters: {
      refund_link: writeRefundClaim(deps),
      bank_refund: writeBankRefund(deps),
      voucher_reminder: writeReminder(deps),
      person_link: writeOneTimeLink(deps),
      invoice: writeInvoice(deps),
      invoice_reminder: writeInvoice(deps),
    },
    onCodeRefused: noteRefusedCode,
    onContactAnswer: contactAnswer(deps),
    logger: deps.logger,
  };
}
