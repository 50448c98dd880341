import type { EnvReader } from '../base/ground/env-reader.ts';
import { type LocalCurrency, localCurrencies } from '../base/money/local-currency.ts';
import { parseDecimal } from '../base/money/money.ts';
import type { Family } from '../chain/chains/family.ts';
import { defaultRateRules, type RateRules } from '../chain/rates/combine.ts';
import { type RateCode, rateDecimals } from '../chain/rates/rate-source.ts';

export interface CryptoConfig {
  /** The nodes of each network; a network without nodes is not offered. Empty in the sandbox with its own chains. */
  nodes: ReadonlyMap<string, NodeConfig>;
  /** Whether the sandbox runs its own chains. */
  localChains: boolean;
  /**
   * In the format of `openSources` of rates. Both assets have sources; a local currency has them where charges in it
   * may be paid in USDT or USDC.
   */
  rateSources: ReadonlyMap<RateCode, string>;
  rateRules: RateRules;
  /** The same for local currencies. */
  localRateRules: RateRules;
}

export interface NodeConfig {
  rpcUrls: string[];
  /** Tron's native API, which sends transactions; empty on networks without one. */
  fullNodeUrls: string[];
  /** How many nodes must agree before an answer counts. */
  quorum: 1 | 2;
  /** The first block on a network that was never read; null: its present end. */
  startBlock: bigint | null;
}

export function readCryptoConfig(
  reader: EnvReader,
  networks: readonly { id: string; family: Family }[],
): CryptoConfig {
  const { live, get, fault, oneOf, wholeNumber } = reader;
  const rateRules = readRateRules(reader);
  const nodes = new Map<string, NodeConfig>();
  for (const { id, family } of networks) {
    const node = readNode(reader, id, family);
    if (node) nodes.set(id, node);
  }
  const localChains = oneOf('SANDBOX_CHAINS', ['on', 'off'], 'on') === 'on';
  if (live && get('SANDBOX_CHAINS')) {
    fault('SANDBOX_CHAINS', 'nothing: it belongs to the sandbox (MODE=live)');
  }
  return {
    nodes,
    // Configured nodes replace all local chains: a real network beside a local one would be confusing.
    localChains: localChains && !live && nodes.size === 0,
    rateSources: new Map<RateCode, string>([
      ['USDT', readRateSources(reader, 'USDT', 'coinbase,kraken,coingecko', '1.0')],
      ['USDC', readRateSources(reader, 'USDC', 'kraken,bitstamp,coingecko', '1.0')],
      ...localCurrencies.flatMap((currency): [RateCode, string][] => {
        const sources = readRateSources(reader, currency, '', sandboxRates[currency]);
        return sources === '' ? [] : [[currency, sources]];
      }),
    ]),
    rateRules,
    localRateRules: { ...rateRules, maxAgeMs: wholeNumber('RATE_MAX_AGE_LOCAL', 900, 60, 86_400) * 1000 },
  };
}

function readNode(reader: EnvReader, id: string, family: Family): NodeConfig | null {
  const { get, fault, oneOf } = reader;
  const name = `${id}_RPC_URLS`;
  const rpcUrls = readNodeUrls(reader, name);
  if (rpcUrls === null) return null;
  const quorum = oneOf(`${id}_QUORUM`, ['1', '2'], '1') === '2' ? 2 : 1;
  if (quorum > rpcUrls.length) fault(`${id}_QUORUM`, `no more than the ${rpcUrls.length} address in ${name}`);
  const start = get(`${id}_START_BLOCK`);
  if (start !== undefined && !/^\d{1,12}$/.test(start)) fault(`${id}_START_BLOCK`, 'the number of a block');
  const fullNodes = `${id}_FULL_NODE_URLS`;
  const fullNodeUrls = family === 'tron' ? (readNodeUrls(reader, fullNodes) ?? besideRpc(rpcUrls)) : [];
  if (family === 'tron' && quorum > fullNodeUrls.length)
    fault(fullNodes, `at least ${quorum} addresses`, true);
  return {
    rpcUrls,
    fullNodeUrls,
    quorum,
    startBlock: start !== undefined && /^\d+$/.test(start) ? BigInt(start) : null,
  };
}

function readNodeUrls({ live, get, fault }: EnvReader, name: string): string[] | null {
  const value = get(name);
  if (value === undefined) return null;
  const urls = value.split(',').map((entry) => entry.trim());
  const schemes = live ? ['https:'] : ['https:', 'http:'];
  if (!urls.every((url) => schemes.includes(URL.parse(url)?.protocol ?? ''))) {
    // Providers put their keys into the URL.
    fault(name, `addresses of nodes that start with ${live ? 'https://' : 'https:// or http://'}`, true);
  }
  return urls;
}

/** Providers serve the native API beside the JSON-RPC; a self-hosted node has it on another port. */
function besideRpc(rpcUrls: string[]): string[] {
  return rpcUrls.map((url) => url.replace(/\/jsonrpc\/?(?=$|\?)/, ''));
}

/** Prices of one USD in the sandbox: round figures, near the market of 2026, easy to check by hand. */
const sandboxRates: Readonly<Record<LocalCurrency, string>> = {
  COP: '4000',
  BRL: '5.50',
  MXN: '18.50',
  ARS: '1450',
  CLP: '950',
  PEN: '3.50',
};

/** The variable that names the sources of a pair. USDT's was there before there were others. */
export function rateVariable(code: RateCode): string {
  return code === 'USDT' ? 'RATE_SOURCES' : `RATE_SOURCES_${code}`;
}

function readRateSources(
  { live, get, fault }: EnvReader,
  code: RateCode,
  usual: string,
  fixed: string,
): string {
  const name = rateVariable(code);
  const sources = get(name) ?? (live ? usual : `fixed:${fixed}`);
  if (live && /(?:^|,)\s*fixed\b/.test(sources)) {
    fault(name, 'sources that follow the market: a fixed price belongs to the sandbox (MODE=live)');
  }
  if (live && /[:@]\s*http:/.test(sources)) fault(name, 'https addresses only (MODE=live)');
  return sources;
}

function readRateRules({ get, fault, wholeNumber }: EnvReader): RateRules {
  const maxAgeSeconds = wholeNumber('RATE_MAX_AGE', defaultRateRules.maxAgeMs / 1000, 10, 3600);
  const deviation = parseDecimal(get('RATE_MAX_DEVIATION') ?? '1', 2);
  if (typeof deviation !== 'bigint' || deviation <= 0n || deviation > 2_000n) {
    fault('RATE_MAX_DEVIATION', 'a percentage above 0, at most 20, with at most 2 decimals');
  }
  const bounds = (get('RATE_BOUNDS') ?? '0.90-1.10')
    .split('-')
    .map((text) => parseDecimal(text, rateDecimals));
  const [min, max] = bounds;
  if (bounds.length !== 2 || typeof min !== 'bigint' || typeof max !== 'bigint' || min <= 0n || min >= max) {
    fault('RATE_BOUNDS', 'two prices in USD, e.g. 0.90-1.10');
  }
  return {
    maxAgeMs: maxAgeSeconds * 1000,
    maxDeviationBasisPoints: deviation as bigint,
    minUsdPerAssetScaled: min as bigint,
    maxUsdPerAssetScaled: max as bigint,
  };
}
