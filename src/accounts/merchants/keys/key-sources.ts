import { BlockList, isIP } from 'node:net';
import type { FieldFault } from '../../../base/ground/errors.ts';

const maxSources = 50;
const maxPrefix = { 4: 32, 6: 128 } as const;

/** An address or a network in CIDR form; null: neither. */
function readSource(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const most = maxPrefix[version as 4 | 6];
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(prefix >= 0 && prefix <= most)) return null;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

export function sourceFaults(sources: readonly string[]): FieldFault[] {
  if (sources.length === 0) {
    return [{ field: 'sources', message: 'must name an address, or be null: from everywhere' }];
  }
  if (sources.length > maxSources) {
    return [{ field: 'sources', message: `must be ${maxSources} at most` }];
  }
  return sources.flatMap((source, at) =>
    readSource(source) === null
      ? [
          {
            field: `sources.${at}`,
            message: 'must be an address or a network, e.g. 203.0.113.7 or 203.0.113.0/24',
          },
        ]
      : [],
  );
}

/** Returns a test whether an address is one of these or in one of these networks. */
export function sourceFilter(sources: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const source of sources) {
    const read = readSource(source);
    if (read) list.addSubnet(read.address, read.prefix, read.family);
  }
  return (address) => {
    const [bare = ''] = address.split('%', 1);
    const version = isIP(bare);
    return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6');
  };
}
