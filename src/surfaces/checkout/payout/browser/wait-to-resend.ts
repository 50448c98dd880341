import { clockTime, fill } from '../../texts/fill.ts';
import type { PayoutPageData } from '../views/page-data.ts';

/** Counts down until another code can be requested; until then the button does nothing. */
export function waitToResend(page: PayoutPageData): void {
  const line = document.getElementById('again');
  const button = line?.parentElement?.querySelector('button');
  if (!line || !button || !page.resendSeconds) return;
  const endsAtMs = Date.now() + page.resendSeconds * 1000;
  const show = (): void => {
    const seconds = Math.ceil((endsAtMs - Date.now()) / 1000);
    if (seconds > 0) {
      line.textContent = fill(page.texts.payout_code_resend_wait ?? '', { time: clockTime(seconds) });
      return;
    }
    clearInterval(timer);
    line.hidden = true;
    button.removeAttribute('aria-disabled');
  };
  button.setAttribute('aria-disabled', 'true');
  const timer = setInterval(show, 1_000);
  show();
}
