/** The server writes UTC; here the customer's own clock and calendar are known. */
export function localizeTimes(): void {
  for (const time of document.querySelectorAll('time')) {
    const options = { dateStyle: 'long', timeStyle: 'short' } as const;
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, options);
  }
}
