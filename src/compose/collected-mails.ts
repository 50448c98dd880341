import { writeWaiting } from '../crypto-orders/waiting-mail.ts';
import type { MailDeps } from '../mail/send-mails.ts';
import { noteRefusedCode } from '../payouts/refused-codes.ts';
import { writeRefusedCodes } from '../payouts/refused-codes-mail.ts';
import { writeUndeliverable } from '../webhooks/undeliverable-notice.ts';

/** Who writes which mail, and who hears of a refused one. */
export function collectedMails(deps: {
  baseUrl(): string;
  cryptoBaseUrl(): string;
  /** null: no operator is written to. */
  alertEmail: string | null;
}): Pick<MailDeps, 'writers' | 'onCodeRefused'> {
  return {
    writers: {
      webhooks_undeliverable: writeUndeliverable(deps.baseUrl),
      orders_waiting: writeWaiting(deps),
      payout_codes_refused: writeRefusedCodes(deps.cryptoBaseUrl),
    },
    onCodeRefused: noteRefusedCode,
  };
}
