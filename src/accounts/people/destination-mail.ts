import type { Tx } from '../../base/db/pool.ts';
import { timeText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import { operatorId } from '../mail/operator-notice.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { ownersAt } from './store.ts';

/** A new destination of a merchant's money. */
export interface NewDestination {
  kind: 'settlement' | 'address_allowed' | 'address_unlisted';
  /** In readable form: a bank account, or a network and an address. */
  destination: string;
  /** When money can first go there; null: at once. */
  goodFrom: Date | null;
  by: string;
}

/**
 * Notifies every owner of a merchant of a new destination of its money, in the transaction that creates it: someone
 * else may have done it.
 */
export async function notifyOwnersOfDestination(
  tx: Tx,
  merchantId: string,
  { kind, destination, goodFrom, by }: NewDestination,
): Promise<void> {
  for (const { email, language } of await ownersAt(tx, merchantId)) {
    const { subjects, by: byWhom, from, atOnce, advice } = mailTexts[language].people.destinations;
    const when = goodFrom === null ? atOnce : from(timeText(goodFrom, { language, timeZone: 'UTC' }));
    const lines = [`${subjects[kind]}: ${destination}`, `${byWhom(by)} ${when}`, advice[kind]];
    await queueMail(tx, {
      merchantId: operatorId,
      kind: 'new_destination',
      recipient: email,
      subject: subjects[kind],
      text: `${lines.join('\n\n')}\n`,
    });
  }
}
