import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { mayBeOwn } from '../base/egress/guard.ts';
import type { EnvReader } from '../base/ground/env-reader.ts';

/** One of the four public addresses; '' means this server's own. */
export function readPublicAddress({ live, get, fault, url }: EnvReader, name: string): string {
  const value = url(name, live ? ['https:'] : ['https:', 'http:']);
  if (value === null && live && !get(name)) fault(name, 'the public https address (MODE=live)');
  const parsed = value === null ? null : new URL(value);
  if (parsed && (parsed.pathname !== '/' || parsed.search || parsed.username)) {
    fault(name, 'an address without a path, query or user name', parsed.username !== '');
  }
  return value ?? '';
}

export function readTls({ get, fault }: EnvReader): { cert: string; key: string } | null {
  const certPath = get('TLS_CERT');
  const keyPath = get('TLS_KEY');
  if (certPath === undefined && keyPath === undefined) return null;
  if (certPath === undefined) fault('TLS_CERT', 'the file of the certificate, since TLS_KEY is given');
  if (keyPath === undefined) fault('TLS_KEY', 'the file of the key, since TLS_CERT is given');
  const read = (name: string, path: string | undefined): string => {
    if (path === undefined) return '';
    try {
      return readFileSync(path, 'utf8');
    } catch {
      fault(name, 'a file that can be read');
      return '';
    }
  };
  return { cert: read('TLS_CERT', certPath), key: read('TLS_KEY', keyPath) };
}

export function readTrustProxy({ live, get, fault }: EnvReader): string[] | null {
  const value = get('TRUST_PROXY');
  if (value === undefined) {
    if (live && !get('TLS_CERT') && !get('TLS_KEY')) {
      fault('TLS_CERT', 'a certificate, or TRUST_PROXY naming the proxy that has one (MODE=live)');
    }
    return null;
  }
  const entries = value.split(',').map((entry) => entry.trim());
  const known = (entry: string): boolean =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry);
  if (!entries.every(known)) {
    fault('TRUST_PROXY', 'addresses or networks of your proxies, e.g. 10.0.0.0/8, or loopback');
  }
  return entries;
}

/** The http port that redirects to https; null: another program serves it. */
export function readRedirectPort({ get, fault, wholeNumber }: EnvReader): number | null {
  if (get('REDIRECT_PORT') === undefined) return null;
  if (get('TLS_CERT') === undefined) {
    fault('REDIRECT_PORT', 'nothing without TLS_CERT: a proxy in front leads http to https itself');
  }
  return wholeNumber('REDIRECT_PORT', 80, 1, 65_535);
}

/** Private networks that webhooks may go to. */
export function readWebhookNetworks({ get, fault }: EnvReader): string[] {
  const value = get('WEBHOOK_NETWORKS');
  if (value === undefined) return [];
  const networks = value.split(',').map((entry) => entry.trim());
  if (!networks.every(mayBeOwn)) {
    fault(
      'WEBHOOK_NETWORKS',
      'networks of your own by comma, e.g. 10.2.0.0/16; none wider than /8 (IPv6: /7), and none of loopback, link-local or multicast addresses',
    );
    return [];
  }
  return networks;
}

/** An address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
