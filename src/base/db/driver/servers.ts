/**
 * The servers that a database may be found on, in the order in which they are tried, and which of them will do. They are
 * written as libpq has it: `postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write`.
 */
export interface Servers {
  /** The address of each, for a driver that knows one. */
  urls: string[];
  target: Target;
}

/** What a server has told of itself. */
export interface ServerState {
  isStandby: boolean;
  /** It refuses to be changed: a standby does, and whatever was set so. */
  isReadOnly: boolean;
}

/** The one that will do; `prefer-standby` takes another where there is none. */
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

/** Where the text is no such address: what is wrong with it. */
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
  // Of several only one takes writes; a single one is what it is: a balancer, or a pooler.
  const wanted = urls[0]?.searchParams.get(targetName) ?? (isList ? 'read-write' : 'any');
  const target = targets.find((each) => each === wanted);
  if (!target) return { fault: 'target' };
  for (const each of urls) each.searchParams.delete(targetName);
  return { urls: urls.map(({ href }) => href), target };
}

/** The same where it is known to be one. */
export function serversOf(url: string): Servers {
  const read = readServers(url);
  if ('fault' in read) throw new Error(`This is not the address of a database: its ${read.fault} is wrong.`);
  return read;
}

/** Without password, for messages. */
export function describeServers({ urls }: Servers): string {
  return urls.map((url) => new URL(url).host).join(', ');
}
