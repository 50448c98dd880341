import { fill } from '../texts/fill.ts';
import type { PageData } from '../views/page-data.ts';

/**
 * Redirects to the bank or back to the merchant automatically, but only once: a customer who returns with the back
 * button stays. False if it already redirected.
 */
export function goOnce(version: string, url: string | null): boolean {
  if (url === null || !firstTime(version)) return false;
  location.assign(url);
  return true;
}

function firstTime(version: string): boolean {
  try {
    if (sessionStorage.getItem(version)) return false;
    sessionStorage.setItem(version, '1');
  } catch {
    // Storage may be blocked; the links on the page remain.
    return false;
  }
  return true;
}

export function forwardByItself(page: PageData): void {
  const { forward } = page;
  if (!forward) return;
  if (forward.afterSeconds === 0) {
    goOnce(page.version, forward.url);
    return;
  }
  const line = document.getElementById('forward');
  if (!line || !firstTime(page.version)) return;
  let seconds = forward.afterSeconds;
  const show = (): void => {
    const text = line.querySelector('span');
    if (text) text.textContent = fill(page.texts.going_back ?? '', { seconds });
  };
  const timer = setInterval(() => {
    seconds--;
    if (seconds > 0) return show();
    clearInterval(timer);
    location.assign(forward.url);
  }, 1_000);
  line.querySelector('button')?.addEventListener('click', () => {
    clearInterval(timer);
    line.hidden = true;
  });
  show();
  line.hidden = false;
}
