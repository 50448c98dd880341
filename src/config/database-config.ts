import { readServers, type Target, targets } from '../db/servers.ts';
import type { EnvReader } from '../ground/env-reader.ts';

/** Those of a server that everything can be asked of. */
export const writable: readonly Target[] = ['any', 'read-write', 'primary'];
/** Those of one that is only read. */
export const readable: readonly Target[] = targets;

/** The address of a database, perhaps with several hosts. */
export function readDatabaseUrl(
  { get, fault }: EnvReader,
  name: string,
  targets: readonly Target[],
): string | null {
  const value = get(name)?.replace(/\/+$/, '');
  if (value === undefined) return null;
  const read = readServers(value);
  const wrong = 'fault' in read ? read.fault : targets.includes(read.target) ? null : 'target';
  if (wrong === null) return value;
  const expected = {
    address: 'an address that starts with postgres:// or postgresql://',
    hosts:
      'hosts by comma, each with its port where that is not 5432: postgres://user@first:5432,second:5432/name',
    target: `a target_session_attrs of ${targets.join(', ')}`,
  };
  // It may carry a password.
  fault(name, expected[wrong], value.includes('@'));
  return null;
}
