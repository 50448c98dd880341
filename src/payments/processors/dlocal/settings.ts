import type { EnvReader } from '../../../base/ground/env-reader.ts';

export interface DlocalSettings {
  login: string;
  transKey: string;
  secretKey: string;
  /** Without a trailing slash. */
  apiUrl: string;
  /** 1: none are offered. */
  maxInstalments: number;
  timeoutMs?: number;
}

const addresses = { live: 'https://api.dlocal.com', sandbox: 'https://sandbox.dlocal.com' } as const;

/** Test keys and live keys look the same: only the URL distinguishes them. */
export function readDlocalSettings(reader: EnvReader): DlocalSettings | null {
  const login = readKey(reader, 'DLOCAL_LOGIN', 'the X-Login');
  const transKey = readKey(reader, 'DLOCAL_TRANS_KEY', 'the X-Trans-Key');
  const secretKey = readKey(reader, 'DLOCAL_SECRET_KEY', 'the secret key');
  const apiUrl = readApiUrl(reader);
  const maxInstalments = reader.wholeNumber('DLOCAL_MAX_INSTALMENTS', 1, 1, 36);
  if (!login || !transKey || !secretKey || !apiUrl) return null;
  return { login, transKey, secretKey, apiUrl, maxInstalments };
}

/** Two of the keys go into headers, which allow no spaces and no accents. */
function readKey(reader: EnvReader, name: string, what: string): string | null {
  const value = reader.get(name);
  if (value && /^[\x21-\x7e]{4,200}$/.test(value)) return value;
  reader.fault(name, `${what} of the account at dLocal, 4 to 200 characters without spaces`, true);
  return null;
}

function readApiUrl(reader: EnvReader): string | null {
  const name = 'DLOCAL_API_URL';
  if (reader.get(name) === undefined) return reader.live ? addresses.live : addresses.sandbox;
  const url = reader.url(name, reader.live ? ['https:'] : ['https:', 'http:']);
  if (!url) return null;
  const { hostname, protocol, username, password, search, hash } = new URL(url);
  const fault = (expected: string) => {
    reader.fault(name, expected, url.includes('@'));
    return null;
  };
  if (username || password || search || hash)
    return fault('an address without a name, a query or a fragment');
  if (reader.live && hostname === new URL(addresses.sandbox).hostname) {
    return fault(`the live address (${addresses.live}) where MODE is live`);
  }
  if (!reader.live && hostname === new URL(addresses.live).hostname) {
    return fault(`the sandbox's address (${addresses.sandbox}) where MODE is not live`);
  }
  if (protocol === 'http:' && !isLoopback(hostname)) return fault('https://, but towards this machine');
  return url;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
