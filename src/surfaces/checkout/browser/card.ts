import type { CardPageData } from '../views/page-data.ts';
import { enhanceFields } from './card-form.ts';
import { enhanceCopying } from './copy.ts';
import { countDown } from './count-down.ts';
import { forwardByItself } from './forward.ts';
import { keepLive } from './live.ts';
import { localizeTimes } from './local-time.ts';
import { enhancePaying } from './pay.ts';

/** The script of the card page. The page also works without it, in a plainer form. */

/** Only the last minutes are shown: a countdown over a whole day would pressure customers for nothing. */
const shownSeconds = 10 * 60;

const page: CardPageData = JSON.parse(document.getElementById('page')?.textContent ?? '');

const form = document.getElementById('card');
if (form instanceof HTMLFormElement) {
  enhancePaying(form, page, enhanceFields(form, page));
  countDown(page, page.texts.time_left ?? '', shownSeconds);
}
if (page.view === 'instructions') {
  enhanceCopying(page);
  offerPrint();
}
localizeTimes();
forwardByItself(page);
keepLive(page);

function offerPrint(): void {
  const button = document.getElementById('print');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => print());
}
