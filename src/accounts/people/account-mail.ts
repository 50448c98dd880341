import type { Tx } from '../../base/db/pool.ts';
import { timeText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Person } from './person.ts';

/** Changes of a person's sign-in. Each is also the name of its act in the audit log. */
export type AccountChange =
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_factors_reset';

/**
 * Notifies a person that their sign-in has changed, in the transaction that records it: someone else may have done it.
 */
export async function notifyOfChange(
  tx: Tx,
  { email, language }: Person,
  change: AccountChange | 'many_tries' | 'new_browser',
  now: Date,
  /** The name that they gave it; of a browser, its kind and address. */
  name?: string,
): Promise<void> {
  const { changes, at, advice } = mailTexts[language].people.account;
  const subject = changes[change];
  const what = name === undefined ? `${subject}.` : `${subject}: ${name}`;
  const time = timeText(now, { language, timeZone: 'UTC' });
  await queueMail(tx, {
    merchantId: operatorId,
    kind: 'account_change',
    recipient: email,
    subject,
    text: `${[what, at(time), advice].join('\n\n')}\n`,
  });
}
