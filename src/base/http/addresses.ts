import type { Face } from './faces.ts';

/** The four public addresses of the interface. */
export interface Addresses {
  baseUrl: string;
  legacyAuthUrl: string;
  cryptoBaseUrl: string;
  checkoutUrl: string;
}

/** Replaces each address that is not configured ('') with this server's own. */
export function resolveAddresses(config: Addresses, listeningOn: string): Addresses {
  return {
    baseUrl: config.baseUrl || listeningOn,
    legacyAuthUrl: config.legacyAuthUrl || listeningOn,
    cryptoBaseUrl: config.cryptoBaseUrl || listeningOn,
    checkoutUrl: config.checkoutUrl || listeningOn,
  };
}

/** The host of each face, if they differ; a face then answers only on its own host. */
export function hostsOfFaces(
  config: Addresses & { host: string; port: number },
): ReadonlyMap<Face, string> | null {
  const urls: [Face, string][] = [
    ['api', config.baseUrl],
    ['legacy', config.legacyAuthUrl],
    ['crypto', config.cryptoBaseUrl],
    ['checkout', config.checkoutUrl],
  ];
  const own = `${config.host}:${config.port}`;
  const hosts = new Map(urls.map(([face, url]) => [face, url ? new URL(url).host : own]));
  return new Set(hosts.values()).size === 1 ? null : hosts;
}
