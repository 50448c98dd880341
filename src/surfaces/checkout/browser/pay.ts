import type { Limited } from '../../../payments/charges/attempts/start-attempt.ts';
import type { InputFaults } from '../card-input.ts';
import { fill, waitTime } from '../texts/fill.ts';
import type { PayAnswer } from '../views/card-form.ts';
import type { CardPageData } from '../views/page-data.ts';
import type { CardFields } from './card-form.ts';
import { goOnce } from './forward.ts';
import { askState, reload } from './live.ts';

/** After this time the customer sees that the bank is slow and the page not broken. */
const slowAfterMs = 6_000;
/** An interrupted payment may still arrive: it counts as unsent only after this many polls. */
const looksBeforeUnsent = 3;
const lookEveryMs = 2_000;

/** Sends the payment once, shows its progress, and polls for its outcome if the connection breaks. */
export function enhancePaying(form: HTMLFormElement, page: CardPageData, fields: CardFields): void {
  const button = form.querySelector('button');
  const progress = document.getElementById('progress');
  let busy = false;
  let slow = 0;

  const say = (text: string | undefined): void => {
    if (progress) progress.textContent = text ?? '';
  };
  const setBusy = (value: boolean): void => {
    busy = value;
    clearTimeout(slow);
    // Not `disabled`: that would lose the focus, and with it a screen reader's position.
    if (value) button?.setAttribute('aria-disabled', 'true');
    else button?.removeAttribute('aria-disabled');
    say(value ? page.texts.paying : '');
    if (value) slow = window.setTimeout(() => say(page.texts.paying_long), slowAfterMs);
  };

  const onAnswer = async (answer: Response): Promise<void> => {
    if (answer.ok) {
      const state: PayAnswer = await answer.json();
      if (state.refused && !page.hosted) {
        page.version = state.version;
        setBusy(false);
        fields.notify(state.refused.reason, state.refused.left);
        fields.forgetCode();
        return;
      }
      const goesOn = state.view === 'challenge' || state.view === 'at_processor';
      if (!goesOn || !goOnce(state.version, state.forwardTo)) reload(page);
    } else if (answer.status === 422) {
      const { faults }: { faults: InputFaults } = await answer.json();
      setBusy(false);
      fields.showFaults(faults);
    } else if (answer.status === 429) {
      const { retryAfterSeconds, isByCard }: Limited = await answer.json();
      setBusy(false);
      const time = waitTime(retryAfterSeconds, document.documentElement.lang);
      fields.notify(fill(page.texts[isByCard ? 'limited_card' : 'limited'] ?? '', { time }));
    } else {
      throw new Error(String(answer.status));
    }
  };

  const findOut = async (): Promise<void> => {
    clearTimeout(slow);
    say(page.texts.connection_lost);
    for (let looks = 0; looks < looksBeforeUnsent; ) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      const state = await askState(page);
      if (state && state.version !== page.version) return reload(page);
      if (state) looks++;
    }
    setBusy(false);
    fields.notify(page.texts.not_sent ?? '');
  };

  form.noValidate = true;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    const faults = page.hosted ? null : fields.check();
    if (faults) return fields.showFaults(faults);
    const body = new URLSearchParams();
    new FormData(form).forEach((value, name) => {
      body.append(name, String(value));
    });
    setBusy(true);
    try {
      await onAnswer(
        await fetch(page.path, { method: 'POST', body, headers: { accept: 'application/json' } }),
      );
    } catch {
      await findOut();
    }
  });
  // Restored from the back-forward cache: the guard against a second click must not outlive the click.
  addEventListener('pageshow', (event) => {
    if (event.persisted) setBusy(false);
  });
}
