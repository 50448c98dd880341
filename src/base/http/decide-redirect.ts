/** What is answered to a request that came unencrypted. */
export type RedirectAnswer = { status: 308; location: string } | { status: 403 | 421; location: null };

/**
 * Pages of ours are led to https. Whatever changes something is refused: it was sent in the clear, and whoever sent it should
 * notice. Of hosts that are not ours nothing is known, so nobody is led anywhere.
 */
export function decideRedirect(
  { method, host, url }: { method: string; host: string | undefined; url: string },
  /** The public host with its port, by its name alone. */
  hosts: ReadonlyMap<string, string>,
): RedirectAnswer {
  const name = (host ?? '').toLowerCase().replace(/:\d{1,5}$/, '');
  const known = hosts.get(name);
  if (known === undefined) return { status: 421, location: null };
  if (method !== 'GET' && method !== 'HEAD') return { status: 403, location: null };
  return { status: 308, location: `https://${known}${url.startsWith('/') ? url : '/'}` };
}
