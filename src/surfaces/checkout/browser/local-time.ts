import { timeText } from '../texts/fill.ts';

/** The server writes UTC; here the customer's own clock and calendar are known. */
export function localizeTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    time.textContent = timeText(new Date(time.dateTime), time.lang);
  }
}
