import { clockTime, fill } from '../texts/fill.ts';
import type { PageData } from '../views/page-data.ts';
import { enhanceFields } from './card-form.ts';
import { forwardByItself } from './forward.ts';
import { keepLive, reload } from './live.ts';
import { enhancePaying } from './pay.ts';

/** The script of the card page. Everything it adds works, more plainly, without it. */

const page: PageData = JSON.parse(document.getElementById('page')?.textContent ?? '');

const form = document.getElementById('card');
if (form instanceof HTMLFormElement) {
  enhancePaying(form, page, enhanceFields(form, page));
  countDown();
}
for (const time of document.querySelectorAll('time')) {
  const options = { dateStyle: 'long', timeStyle: 'short' } as const;
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, options);
}
forwardByItself(page);
keepLive(page);

/** Only the last minutes are shown: a clock over a day's time would press for nothing. */
function countDown(): void {
  const shownSeconds = 10 * 60;
  const endsAtMs = Date.now() + page.secondsLeft * 1000;
  const line = document.getElementById('left');
  const timer = setInterval(() => {
    const seconds = Math.ceil((endsAtMs - Date.now()) / 1000);
    if (seconds <= 0) {
      clearInterval(timer);
      reload(page);
    } else if (line && seconds <= shownSeconds) {
      line.hidden = false;
      line.textContent = fill(page.texts.time_left ?? '', { time: clockTime(seconds) });
    }
  }, 1_000);
}
