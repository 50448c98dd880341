/** A second click while the first is under way does nothing, and the button says why. */
export function sendOnce(progressText: string): void {
  for (const form of document.querySelectorAll('form')) {
    const button = form.querySelector('button');
    if (!button) continue;
    form.addEventListener('submit', (event) => {
      if (button.hasAttribute('aria-disabled')) {
        event.preventDefault();
        return;
      }
      // Not `disabled`: that would take the focus, and with it a screen reader's place, away.
      button.setAttribute('aria-disabled', 'true');
      const progress = form.querySelector('.progress');
      if (progress) progress.textContent = progressText;
    });
    // Brought back as it was left: the guard against a second click must not outlive the click.
    addEventListener('pageshow', (event) => {
      if (event.persisted) button.removeAttribute('aria-disabled');
    });
  }
}
