import type { CheckoutState } from '../checkout.ts';
import type { PageData } from '../views/page-data.ts';

/** Keeps what the page shows true: asks the server while the customer waits, and again on return. */

/** A phone line that takes longer than this has lost the answer. */
const askTimeoutMs = 8_000;

/** null: no answer, or not now. */
export async function askState(page: PageData): Promise<CheckoutState | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), askTimeoutMs);
  try {
    const answer = await fetch(`${page.path}/state`, { cache: 'no-store', signal: abort.signal });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Shows the page anew. Replacing leaves no form behind that the back button could bring up. */
export function reload(page: PageData): void {
  location.replace(page.path);
}

/** Waiting grows from eager to patient, so that a long wait costs neither battery nor server. */
const pace: Readonly<Partial<Record<PageData['view'], { firstMs: number; mostMs: number }>>> = {
  processing: { firstMs: 1_000, mostMs: 8_000 },
  unavailable: { firstMs: 2_000, mostMs: 15_000 },
  challenge: { firstMs: 3_000, mostMs: 15_000 },
  expired: { firstMs: 3_000, mostMs: 30_000 },
};
const paceGrowth = 1.4;

export function keepLive(page: PageData): void {
  // A form is watched only when the customer comes back to it: typing is never interrupted for less
  // than a change of view.
  const isForm = page.view === 'form';
  const look = async (restored: boolean): Promise<void> => {
    const state = await askState(page);
    if (state && (isForm && !restored ? state.view !== 'form' : state.version !== page.version)) reload(page);
  };

  const waiting = page.live ? pace[page.view] : undefined;
  let delayMs = waiting?.firstMs ?? 0;
  const poll = async (): Promise<void> => {
    if (!document.hidden) await look(false);
    if (!waiting) return;
    setTimeout(poll, delayMs);
    delayMs = Math.min(delayMs * paceGrowth, waiting.mostMs);
  };
  if (waiting) setTimeout(poll, delayMs);

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    delayMs = waiting?.firstMs ?? 0;
    look(false);
  });
  // The back button may bring the page up as it was left, before the payment.
  addEventListener('pageshow', (event) => {
    if (event.persisted) look(true);
  });
}
