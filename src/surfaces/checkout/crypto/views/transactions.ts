import { html } from 'ghtml';
import type { PageContext } from '../../views/context.ts';
import type { ReceiptRow } from '../../views/receipt.ts';
import type { CryptoState } from '../crypto-checkout.ts';

/** Each payment that arrived, with a link to an explorer if there is one. */
export function transactionRows({ asset, transactions }: CryptoState, { texts }: PageContext): ReceiptRow[] {
  return transactions.map(({ hash, amount, explorer }) => {
    const shown = html`<code>${hash}</code>`;
    const linked =
      explorer === null
        ? shown
        : html`<a href="${explorer}" target="_blank" rel="noopener noreferrer">!${shown}</a>`;
    return [texts.transaction_label, html`${amount} ${asset} !${linked}`];
  });
}
