import type { PageData } from '../../views/page-data.ts';
import { confirmationsText } from '../confirmations-text.ts';
import type { Confirmations } from '../crypto-checkout.ts';

/** Updates the count with each block; the rest of the page, which the customer may be reading, stays. */
export function showConfirmations(
  page: PageData & { blockSeconds: number },
  confirmations: Confirmations | null,
): void {
  const bar = document.getElementById('bar');
  const count = document.getElementById('count');
  if (!confirmations || !(bar instanceof HTMLProgressElement) || !count) return;
  bar.max = confirmations.needed;
  bar.value = confirmations.seen;
  const language = document.documentElement.lang;
  count.textContent = confirmationsText(confirmations, page.blockSeconds, page.texts, language);
}
