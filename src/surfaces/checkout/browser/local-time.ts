import { timeText } from '../texts/fill.ts';

/** Rewrites the server's UTC times in the customer's time zone and calendar. */
export function localizeTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = timeText(new Date(time.dateTime), time.lang);
  }
}
