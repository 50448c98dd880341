import type { PageData } from '../views/page-data.ts';

/** Keeps what the page shows true: asks the server while the customer waits, and again on return. */

/** What every page's state has. */
export interface LiveState {
  view: string;
  /** Differs whenever the page would be another. */
  version: string;
}

/** A phone line that takes longer than this has lost the answer. */
const askTimeoutMs = 8_000;

/** null: no answer, or not now. */
export async function askState<State extends LiveState>(page: PageData): Promise<State | null> {
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

const paceGrowth = 1.4;

/** `onState` shows what changes too often to show the whole page anew. */
export function keepLive<State extends LiveState>(page: PageData, onState?: (state: State) => void): void {
  const { isForm, pace } = page;
  const look = async (restored: boolean): Promise<void> => {
    const state = await askState<State>(page);
    if (!state) return;
    if (isForm && !restored ? state.view !== page.view : state.version !== page.version) reload(page);
    else onState?.(state);
  };

  let delayMs = pace?.firstMs ?? 0;
  const poll = async (): Promise<void> => {
    if (!document.hidden) await look(false);
    if (!pace) return;
    setTimeout(poll, delayMs);
    delayMs = Math.min(delayMs * paceGrowth, pace.mostMs);
  };
  if (pace) setTimeout(poll, delayMs);

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    delayMs = pace?.firstMs ?? 0;
    look(false);
  });
  // The back button may bring the page up as it was left, before the payment.
  addEventListener('pageshow', (event) => {
    if (event.persisted) look(true);
  });
}
