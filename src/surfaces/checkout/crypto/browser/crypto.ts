import { enhanceCopying } from '../../browser/copy.ts';
import { countDown } from '../../browser/count-down.ts';
import { forwardByItself } from '../../browser/forward.ts';
import { keepLive } from '../../browser/live.ts';
import { localizeTimes } from '../../browser/local-time.ts';
import type { CryptoState } from '../crypto-checkout.ts';
import type { CryptoPageData } from '../views/page-data.ts';
import { showConfirmations } from './show-confirmations.ts';
import { offerWallet } from './wallet.ts';

/** The script of the crypto page. The page also works without it, in a plainer form. */

const page: CryptoPageData = JSON.parse(document.getElementById('page')?.textContent ?? '');

localizeTimes();
if (page.payment) {
  enhanceCopying(page);
  countDown(page, page.texts.held_left ?? '', page.secondsLeft);
  offerWallet(page, page.payment);
}
forwardByItself(page);
keepLive<CryptoState>(page, (state) => showConfirmations(page, state.confirmations));
