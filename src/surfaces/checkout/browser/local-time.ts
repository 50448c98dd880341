import { timeIn } from '../../../base/money/written-time.ts';

/** Rewrites the server's UTC times in the customer's time zone and calendar. */
export function localizeTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = timeIn(new Date(time.dateTime), time.lang);
  }
}
