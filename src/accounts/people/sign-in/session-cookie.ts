import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The session token in a cookie that better-auth signed; null: no cookie, or not our signature. Not read by
 * better-auth, whose check waits for a thread of the pool that hashes passwords.
 */
export function sessionToken(header: string | undefined, name: string, secret: string): string | null {
  const cookie = (header ?? '').split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  const value = decoded(cookie?.slice(cookie.indexOf('=') + 1) ?? '');
  const dot = value.lastIndexOf('.');
  if (dot < 1 || value.length > maxLength) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const shown = Buffer.from(value.slice(dot + 1), 'base64');
  return shown.length === expected.length && timingSafeEqual(shown, expected) ? token : null;
}

/** A token and its signature have some 80 characters. */
const maxLength = 500;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.slice(0, 3 * maxLength));
  } catch {
    return '';
  }
}
