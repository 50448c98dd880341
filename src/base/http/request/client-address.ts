import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The address that rate limits count. */
export function clientAddress(request: FastifyRequest): string {
  return countedAddress(request.ip ?? '');
}

/**
 * An address as limits count it. The holder of one IPv6 address controls the 2^64 of its network, so the network
 * counts; an IPv4 address counts the same in its IPv6 spelling.
 */
export function countedAddress(ip: string): string {
  const [address = ''] = ip.split('%', 1);
  if (isIP(address) !== 6) return address;
  // The canonical spelling, with IPv4 as two groups: "[::ffff:7f00:1]".
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
