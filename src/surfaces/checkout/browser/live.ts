import type { PageData } from '../views/page-data.ts';

/** Keeps the page up to date: polls the server while the customer waits, and again when the customer returns. */

/** The fields of every page's state. */
export interface LiveState {
  view: string;
  /** Changes whenever the page's content changes. */
  version: string;
}

/** On a mobile connection, an answer that takes longer than this is lost. */
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

/** Reloads the page. Replacing the history entry leaves no form that the back button could bring up. */
export function reload(page: PageData): void {
  location.replace(page.path);
}

const paceGrowth = 1.4;

/** `onState` shows changes that are too frequent for a reload of the whole page. */
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
  // The back button may restore the page as it was before the payment.
  addEventListener('pageshow', (event) => {
    if (event.persisted) look(true);
  });
}
