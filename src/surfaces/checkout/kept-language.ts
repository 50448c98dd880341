import type { FastifyRequest } from 'fastify';
import { type Language, languages } from '../../base/money/language.ts';

/** The language that the customer chose in a page's footer: kept for every page. */

const keptSeconds = 365 * 24 * 60 * 60;

/** Chosen by a link, which works without script. */
export function askedLanguage({ query }: FastifyRequest): Language | null {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return languages.find((language) => language === lang) ?? null;
}

export function keptLanguage({ headers }: FastifyRequest): Language | null {
  const kept = /(?:^|;\s*)(?:__Host-)?lang=(\w{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  return languages.find((language) => language === kept) ?? null;
}

/** null: no language was chosen, so no cookie is set. */
export function languageCookie(request: FastifyRequest): string | null {
  const language = askedLanguage(request);
  if (!language) return null;
  // The prefix keeps other hosts of the domain from setting it.
  const [prefix, secure] = request.protocol === 'https' ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}lang=${language}; Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
