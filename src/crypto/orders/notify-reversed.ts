import { queueMail } from '../../accounts/mail/queue-mail.ts';
import { getMerchant } from '../../accounts/merchants/get-merchant.ts';
import type { Tx } from '../../base/db/pool.ts';
import type { AssetCode } from '../../base/money/asset.ts';
import { sumText } from '../../base/money/written.ts';
import { mailTexts } from '../../base/texts/mail.ts';
import { networkById } from '../../chain/chains/networks.ts';
import type { ReversedTransfer } from './transfers/transfer-store.ts';

/** Mails each merchant whose final payments were reversed, in the same transaction. */
export async function mailReversed(
  tx: Tx,
  network: string,
  asset: AssetCode,
  reversed: readonly ReversedTransfer[],
): Promise<void> {
  const title = networkById(network)?.title ?? network;
  const byMerchant = Map.groupBy(reversed, ({ merchantId }) => merchantId);
  for (const [merchantId, some] of [...byMerchant].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const merchant = await getMerchant(tx, merchantId);
    const words = mailTexts[merchant.language].orders.reversed;
    const reader = { ...merchant, timeZone: merchant.settings.timeZone };
    const lines = some.map(({ orderId, amountUnits }) =>
      words.line(orderId, sumText({ units: amountUnits, code: asset }, reader)),
    );
    await queueMail(tx, {
      merchantId,
      kind: 'payment_reversed',
      recipient: merchant.contactEmail,
      subject: words.subject(some.length),
      text: `${[words.greeting(merchant.name), words.intro(title), lines.join('\n'), words.outro].join('\n\n')}\n`,
    });
  }
}
