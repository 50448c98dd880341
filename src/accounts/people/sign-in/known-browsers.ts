import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../../base/db/pool.ts';
import { browserName } from '../../../base/ground/browser-name.ts';
import { notifyOfChange } from '../account-mail.ts';
import type { Person } from '../person.ts';
import { knownForDays, noteBrowser } from './known-browser-store.ts';

/** 32 bytes in base64url. */
const tokenPattern = '[\\w-]{43}';

/** What a browser shows of itself. */
interface Shown {
  cookie: string | undefined;
  userAgent: string | undefined;
  address: string;
}

export interface BrowserCookie {
  name: string;
  isHttps: boolean;
}

/**
 * Mails the person if they have signed in before, but never in this browser. Returns the cookie that makes it known.
 * A cookie and not the address: a phone changes its address all day, and mails that mean nothing are not read.
 */
export async function noteBrowserOfSignIn(
  tx: Tx,
  person: Person,
  browser: Shown,
  cookie: BrowserCookie,
  now: Date,
): Promise<string> {
  const token = tokenIn(browser.cookie ?? '', cookie.name) ?? randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(token).digest();
  const { isKnown, isFirst } = await noteBrowser(tx, person.id, digest, now);
  if (!isKnown && !isFirst) {
    const name = browserName(browser.userAgent ?? null);
    await notifyOfChange(tx, person, 'new_browser', now, [name, browser.address].filter(Boolean).join(', '));
  }
  const attributes = ['HttpOnly', 'SameSite=Lax', 'Path=/', ...(cookie.isHttps ? ['Secure'] : [])];
  return [`${cookie.name}=${token}`, `Max-Age=${knownForDays * 86_400}`, ...attributes].join('; ');
}

function tokenIn(header: string, name: string): string | null {
  return new RegExp(`(?:^|; ?)${name}=(${tokenPattern})(?:;|$)`).exec(header)?.[1] ?? null;
}
