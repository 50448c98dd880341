/**
 * The servers that may hold the database, in the order of dialling, and the kind that fits. Written in libpq's
 * notation: `postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write`.
 */
export interface Servers {
  /** One address per server, for a driver that accepts only one. */
  urls: string[];
  target: Target;
}

/** A server's answer about itself. */
export interface ServerState {
  isStandby: boolean;
  /** Refuses writes: a standby, or a server configured as read-only. */
  isReadOnly: boolean;
}

/** Whether a server fits; `prefer-standby` accepts another one if there is no standby. */
export const fits = {
  any: () => true,
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
  'prefer-standby': ({ isStandby }) => isStandby,
} as const satisfies Record<string, (state: ServerState) => boolean>;
export type Target = keyof typeof fits;
export const targets = Object.keys(fits) as Target[];

const targetName = 'target_session_attrs';
const scheme = /^postgres(?:ql)?:\/\//;

/** Returns a fault if the text is not a valid address. */
export function readServers(url: string): Servers | { fault: 'address' | 'hosts' | 'target' } {
  const start = scheme.exec(url)?.[0].length;
  if (start === undefined) return { fault: 'address' };
  const length = url.slice(start).search(/[/?#]/);
  const end = length < 0 ? url.length : start + length;
  const hostsAt = Math.max(start, url.lastIndexOf('@', end - 1) + 1);
  const [before, hosts, after] = [url.slice(0, hostsAt), url.slice(hostsAt, end), url.slice(end)];
  const isList = hosts.includes(',');
  const parsed = hosts
    .split(',')
    .map((host) => (isList && host === '' ? null : URL.parse(before + host + after)));
  const urls = parsed.filter((each) => each !== null);
  if (urls.length < parsed.length) return { fault: isList ? 'hosts' : 'address' };
  // Among several servers only one accepts writes. A single address is taken as it is: it may be a balancer or a
  // pooler.
  const wanted = urls[0]?.searchParams.get(targetName) ?? (isList ? 'read-write' : 'any');
  const target = targets.find((each) => each === wanted);
  if (!target) return { fault: 'target' };
  for (const each of urls) each.searchParams.delete(targetName);
  return { urls: urls.map(({ href }) => href), target };
}

/** The same for an address that is known to be valid. */
export function serversOf(url: string): Servers {
  const read = readServers(url);
  if ('fault' in read) throw new Error(`This is not the address of a database: its ${read.fault} is wrong.`);
  return read;
}

/** Without password, for messages. */
export function describeServers({ urls }: Servers): string {
  return urls.map((url) => new URL(url).host).join(', ');
}
