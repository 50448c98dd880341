import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPlainText } from '../ground/plain-text.ts';

/** Live: both false. Sandbox: both true, so that a receiver on the developer's own machine is reachable. */
export interface UrlPolicy {
  allowHttp: boolean;
  /** Opens 127.0.0.0/8, ::1 and `localhost` only; every other private address stays refused. */
  allowLoopback: boolean;
  /** The operator's private networks that may be dialled, in live too. */
  ownNetworks?: BlockList;
}

export type UrlFaultCode =
  | 'url_too_long'
  | 'url_characters'
  | 'url_syntax'
  | 'url_scheme'
  | 'url_credentials'
  | 'url_port'
  | 'url_host'
  | 'url_private_host'
  | 'url_private_address';

export interface UrlFault {
  code: UrlFaultCode;
  /** A sentence for the merchant: what is wrong and how to fix it. */
  message: string;
}

/** Resolves a host name; an empty list and a rejection both mean that the name has no address. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Passed to the dialler; `kind` says whether the merchant should fix the name or the address behind it. */
export class LookupFault extends Error {
  readonly kind: 'dns' | 'refused_address';

  constructor(kind: LookupFault['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LookupFault';
    this.kind = kind;
  }
}

/** Proxies and servers on the way cut or refuse longer addresses. */
const maxUrlChars = 2048;
const maxHostChars = 253;

/** One query and one repeat per name server stay well inside the 15 s that a delivery has. */
const dnsTimeoutMs = 2_000;
const dnsTries = 2;

/**
 * Names that only mean something inside a network. The addresses are checked too; this check gives a clearer answer,
 * earlier.
 */
const privateSuffixes = ['local', 'internal', 'localdomain', 'lan', 'intranet', 'home.arpa'];

/** WHATWG URL drops or rewrites these silently, so the checked address would differ from the one a person reads. */
const spaceOrBackslash = /[\p{Z}\\]/u;
const hostLabel = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

const forbiddenV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // "this host": Linux dials 0.0.0.0 as loopback
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT; one cloud keeps its metadata service in it
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Azure's host agent, a public address that is only reachable from inside
  ['169.254.0.0', 16], // link-local, with the metadata service of most clouds
  ['172.16.0.0', 12],
  ['192.0.0.0', 24], // protocol assignments, with another cloud's metadata service
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarking
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
] as const) {
  forbiddenV4.addSubnet(network, prefix, 'ipv4');
}

/**
 * IPv6 uses an allow list: only global unicast may be dialled, so loopback, ULA, link-local, site-local, multicast,
 * discard, and IPv4 hidden as mapped, compatible or NAT64 are refused without being listed.
 */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const forbiddenV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // protocol assignments, with Teredo (IPv4 inside)
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4 (IPv4 inside)
  ['3fff::', 20], // documentation
] as const) {
  forbiddenV6.addSubnet(network, prefix, 'ipv6');
}

/**
 * Never dialled, even if the operator lists a network around them: this machine, its links, and services that hand out
 * credentials.
 */
// Two lists: a BlockList also matches an IPv4 address, as a mapped one, against its IPv6 rules.
const neverV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32], // a cloud's metadata service
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  neverV4.addSubnet(network, prefix, 'ipv4');
}
const neverV6 = new BlockList();
for (const [network, prefix] of [
  ['::', 8], // loopback, and IPv4 as mapped or compatible
  ['64:ff9b::', 16], // NAT64
  ['2001::', 32], // Teredo
  ['2002::', 16],
  ['fd00:ec2::', 32], // a cloud's metadata service
  ['fd20:ce::', 32], // another cloud's metadata service
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  neverV6.addSubnet(network, prefix, 'ipv6');
}

/**
 * Whether a network may be listed as the operator's own: not so wide that it must be a mistake, and not one that is
 * never dialled.
 */
export function mayBeOwn(network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const version = isIP(address);
  if (version === 0 || !/^\d{1,3}$/.test(bits)) return false;
  const [min, max] = version === 4 ? [8, 32] : [7, 128];
  const isFitting = Number(bits) >= min && Number(bits) <= max;
  return isFitting && !isNever(address, version === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The allowed destinations of webhooks: in live the internet and the operator's listed networks, in the sandbox also
 * this machine.
 */
export function webhookPolicy(mode: 'sandbox' | 'live', networks: readonly string[]): UrlPolicy {
  const isSandbox = mode === 'sandbox';
  const policy: UrlPolicy = { allowHttp: isSandbox, allowLoopback: isSandbox };
  if (networks.length === 0) return policy;
  const ownNetworks = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    ownNetworks.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return { ...policy, ownNetworks };
}

function isOwn(ip: string, family: 'ipv4' | 'ipv6', { ownNetworks }: UrlPolicy): boolean {
  return ownNetworks?.check(ip, family) === true && !isNever(ip, family);
}

function isNever(ip: string, family: 'ipv4' | 'ipv6'): boolean {
  return (family === 'ipv4' ? neverV4 : neverV6).check(ip, family);
}

const loopbackV6 = new BlockList();
loopbackV6.addAddress('::1', 'ipv6');

/** True for every address that is not a plain public one, and for texts that are not addresses. */
export function isForbiddenAddress(ip: string, policy: UrlPolicy): boolean {
  const version = isIP(ip);
  if (version === 4) {
    if (policy.allowLoopback && ip.startsWith('127.')) return false;
    return forbiddenV4.check(ip, 'ipv4') && !isOwn(ip, 'ipv4', policy);
  }
  // A zone ("%eth0") names an interface of this machine: no public address has one.
  if (version !== 6 || ip.includes('%')) return true;
  if (policy.allowLoopback && loopbackV6.check(ip, 'ipv6')) return false;
  const isPublic = globalV6.check(ip, 'ipv6') && !forbiddenV6.check(ip, 'ipv6');
  return !isPublic && !isOwn(ip, 'ipv6', policy);
}

/**
 * Checks an address when it is saved, tested and sent to. `guardedLookup` checks the addresses that a name resolves to.
 */
export function checkUrl(text: string, policy: UrlPolicy): UrlFault | null {
  const read = readUrl(text, policy);
  return read instanceof URL ? null : read;
}

/** `checkUrl` for callers that also need the parsed address: the address that was checked is the one used. */
export function readUrl(text: string, policy: UrlPolicy): URL | UrlFault {
  const url = readWebAddress(text, policy.allowHttp);
  return url instanceof URL ? (checkHost(url.hostname, policy) ?? url) : url;
}

/** An address that every URL parser reads the same way, wherever it leads. */
export function readWebAddress(text: string, allowHttp: boolean): URL | UrlFault {
  if (text.length > maxUrlChars) {
    return fault('url_too_long', `The address is longer than ${maxUrlChars} characters: shorten it.`);
  }
  if (spaceOrBackslash.test(text) || !isPlainText(text)) {
    return fault(
      'url_characters',
      'The address contains a space, a control character, a mark of direction or a backslash: remove or percent-encode it.',
    );
  }
  const schemes = allowHttp ? 'https:// or http://' : 'https://';
  const url = URL.parse(text);
  if (!url) {
    return fault(
      'url_syntax',
      `This is not an address that can be read: give a full one that begins with ${schemes}.`,
    );
  }
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) {
    return fault('url_scheme', `The address must begin with ${schemes}.`);
  }
  // WHATWG URL also accepts "https:example.com" and "https:///example.com", which other parsers read differently.
  if (!/^https?:\/\/[^/]/i.test(text)) {
    return fault('url_syntax', 'The scheme must be followed by exactly two slashes and the host.');
  }
  if (url.username !== '' || url.password !== '') {
    return fault('url_credentials', 'The address contains a user name or a password: remove them.');
  }
  if (url.port === '0') return fault('url_port', 'Port 0 cannot be reached: give another port or none.');
  return url;
}

function checkHost(hostname: string, policy: UrlPolicy): UrlFault | null {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(literal) !== 0) {
    if (!isForbiddenAddress(literal, policy)) return null;
    return fault(
      'url_private_address',
      'The host is a private, local or reserved address: use one that the internet can reach.',
    );
  }
  if (hostname.endsWith('.')) return fault('url_host', 'Remove the dot at the end of the host name.');
  const labels = hostname.split('.');
  if (hostname.length > maxHostChars || !labels.every((label) => hostLabel.test(label))) {
    return fault('url_host', 'The host is not a valid domain name: correct it.');
  }
  if (labels.at(-1) === 'localhost') {
    if (policy.allowLoopback) return null;
    return fault(
      'url_private_host',
      'localhost is this server itself: use a name that the internet can reach.',
    );
  }
  const isPrivateName = privateSuffixes.some((suffix) => hostname.endsWith(`.${suffix}`));
  // The operator's own networks have names of their own; there the addresses decide.
  if (labels.length === 1 || (isPrivateName && policy.ownNetworks === undefined)) {
    return fault(
      'url_private_host',
      'The host is a name of a private network: use a full domain name that the internet can reach.',
    );
  }
  return null;
}

function fault(code: UrlFaultCode, message: string): UrlFault {
  return { code, message };
}

const publicNames = resolveBy(new Resolver({ timeout: dnsTimeoutMs, tries: dnsTries }));

/**
 * A `lookup` for net and tls sockets. It resolves once, refuses if any address is forbidden (a mix indicates a
 * rebinding attack) and passes the dialler exactly the addresses that it checked, so no second answer can differ. The
 * dialler does not call it for a host that is an address: `checkUrl` decides those.
 */
export function guardedLookup(policy: UrlPolicy, resolve: Resolve = publicNames): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then(
        (addresses) => checkAddresses(hostname, addresses, policy),
        (error: unknown) => new LookupFault('dns', `The name ${hostname} could not be resolved.`, error),
      )
      .then((checked) => {
        if (checked instanceof LookupFault) callback(checked, []);
        else if (options.all) callback(null, checked);
        else callback(null, checked[0].address, checked[0].family);
      });
  };
}

function checkAddresses(
  hostname: string,
  addresses: LookupAddress[],
  policy: UrlPolicy,
): [LookupAddress, ...LookupAddress[]] | LookupFault {
  const [first, ...others] = addresses;
  if (!first) return new LookupFault('dns', `The name ${hostname} has no address.`);
  // The message omits the address: it would let a merchant read the operator's internal DNS.
  if (addresses.some(({ address }) => isForbiddenAddress(address, policy))) {
    return new LookupFault(
      'refused_address',
      `The name ${hostname} leads to a private, local or reserved address.`,
    );
  }
  return [first, ...others];
}

/**
 * Asks the name servers directly instead of through getaddrinfo, which blocks a thread of Node's pool of four: a
 * merchant whose name server never answers would stall every other delivery. It also ignores /etc/hosts and search
 * domains, which describe this machine's own network.
 */
export function resolveBy(dns: Resolver): Resolve {
  return async (hostname) => {
    // RFC 6761: localhost is loopback without a query. The policy decides whether it may be dialled.
    if (hostname === 'localhost' || hostname.endsWith('.localhost')) {
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    }
    const [v4, v6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
    ];
  };
}
