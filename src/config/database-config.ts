import { readServers, type Target, targets } from '../base/db/driver/servers.ts';
import type { EnvReader } from '../base/ground/env-reader.ts';

/** Those of a server that everything can be asked of. */
export const writable: readonly Target[] = ['any', 'read-write', 'primary'];
/** Those of one that is only read. */
export const readable: readonly Target[] = targets;

/** The address of a database, perhaps with several hosts. Where it must be, those on other machines are reached by TLS. */
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
  // It may carry a password.
  fault(name, expected[wrong], value.includes('@'));
  return null;
}

const encryptedModes = ['require', 'verify-ca', 'verify-full'];

/** Nobody on the network reads along: it is on this machine, or reached by TLS. */
function isPrivate(address: string): boolean {
  const { hostname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname;
  if (host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host)) return true;
  const isOn = ['true', '1'].includes(searchParams.get('ssl') ?? '');
  return encryptedModes.includes(searchParams.get('sslmode') ?? (isOn ? 'require' : ''));
}
