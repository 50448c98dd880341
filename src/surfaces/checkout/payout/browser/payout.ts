import { keepLive } from '../../browser/live.ts';
import { localizeTimes } from '../../browser/local-time.ts';
import { sendOnce } from '../../browser/send-once.ts';
import { showConfirmations } from '../../crypto/browser/show-confirmations.ts';
import type { PayoutState } from '../payout-checkout.ts';
import type { PayoutPageData } from '../views/page-data.ts';

import { waitToResend } from './wait-to-resend.ts';

/** The script of the recipient's page. The page also works without it, in a plainer form. */

const page: PayoutPageData = JSON.parse(document.getElementById('page')?.textContent ?? '');

localizeTimes();
sendOnce(page.texts.payout_sending_form ?? '');
waitToResend(page);
keepLive<PayoutState>(page, (state) => showConfirmations(page, state.confirmations));
