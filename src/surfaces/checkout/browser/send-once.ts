/** Ignores a second click while the first is under way; the button shows why. */
export function sendOnce(progressText: string): void {
  for (const form of document.querySelectorAll('form')) {
    const button = form.querySelector('button');
    if (!button) continue;
    form.addEventListener('submit', (event) => {
      if (button.hasAttribute('aria-disabled')) {
        event.preventDefault();
        return;
      }
      // Not `disabled`: that would lose the focus, and with it a screen reader's position.
      button.setAttribute('aria-disabled', 'true');
      const progress = form.querySelector('.progress');
      if (progress) progress.textContent = progressText;
    });
    // Restored from the back-forward cache: the guard against a second click must not outlive the click.
    addEventListener('pageshow', (event) => {
      if (event.persisted) button.removeAttribute('aria-disabled');
    });
  }
}
