import { readServers, type Target, targets } from '../base/db/driver/servers.ts';
import type { EnvReader } from '../base/ground/env-reader.ts';

/** Targets of a server that accepts reads and writes. */
export const writable: readonly Target[] = ['any', 'read-write', 'primary'];
/** Targets of a server that is only read. */
export const readable: readonly Target[] = targets;

/** The URL of a database, possibly with several hosts. If required, hosts on other machines are reached by TLS. */
export function readDatabaseUrl(
  { get, fault }: EnvReader,
  name: string,
  targets: readonly Target[],
  mustEncrypt: boolean,
): string | null {
  const value = get(name)?.replace(/\/+$/, '');
  if (value === undefined) return null;
  const read = readServers(value);
  const wrong =
    'fault' in read
      ? read.fault
      : !targets.includes(read.target)
        ? 'target'
        : mustEncrypt && !read.urls.every(isPrivate)
          ? 'clear'
          : null;
  if (wrong === null) return value;
  const expected = {
    address: 'an address that starts with postgres:// or postgresql://',
    hosts:
      'hosts by comma, each with its port where that is not 5432: postgres://user@first:5432,second:5432/name',
    clear:
      'an encrypted way to another machine: add ?sslmode=verify-full (and sslrootcert= with the file of its authority), or set DATABASE_TLS=optional',
    target: `a target_session_attrs of ${targets.join(', ')}`,
  };
  // The URL may contain a password.
  fault(name, expected[wrong], value.includes('@'));
  return null;
}

const encryptedModes = ['require', 'verify-ca', 'verify-full'];

/** Whether the connection cannot be read on the network: the host is this machine, or it uses TLS. */
function isPrivate(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname;
  if (host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host)) return true;
  const isOn = ['true', '1'].includes(searchParams.get('ssl') ?? '');
  return encryptedModes.includes(searchParams.get('sslmode') ?? (isOn ? 'require' : ''));
}
