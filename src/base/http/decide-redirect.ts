/** The answer to an unencrypted request. */
export type RedirectAnswer = { status: 308; location: string } | { status: 403 | 421; location: null };

/**
 * Redirects our pages to https. Requests that change something are refused: they were sent in the clear, and the sender
 * should notice. Requests to unknown hosts are not redirected.
 */
export function decideRedirect(
  { method, host, url }: { method: string; host: string | undefined; url: string },
  /** The public host with its port, keyed by host name. */
  hosts: ReadonlyMap<string, string>,
): RedirectAnswer {
  const name = (host ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
  const known = hosts.get(name);
  if (known === undefined) return { status: 421, location: null };
  if (method !== 'GET' && method !== 'HEAD') return { status: 403, location: null };
  return { status: 308, location: `https://${known}${url.startsWith('/') ? url : '/'}` };
}
