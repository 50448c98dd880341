import { clockTime, fill } from '../texts/fill.ts';
import type { PageData } from '../views/page-data.ts';
import { reload } from './live.ts';

/** Shows the time left, once it is short enough to matter, and updates the page when the time is up. */
export function countDown(page: PageData, text: string, shownSeconds: number): void {
  const endsAtMs = Date.now() + page.secondsLeft * 1000;
  const line = document.getElementById('left');
  const show = (): void => {
    const seconds = Math.ceil((endsAtMs - Date.now()) / 1000);
    if (seconds <= 0) {
      clearInterval(timer);
      reload(page);
    } else if (line && seconds <= shownSeconds) {
      line.hidden = false;
      line.textContent = fill(text, { time: clockTime(seconds) });
    }
  };
  const timer = setInterval(show, 1_000);
  show();
}
