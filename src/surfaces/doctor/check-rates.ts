import type { AssetCode } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { combine, type Reading } from '../../chain/rates/combine.ts';
import { openSources } from '../../chain/rates/open-sources.ts';
import { type RateSource, rateDecimals } from '../../chain/rates/rate-source.ts';
import type { Config } from '../../config/config.ts';
import { type Report, wordsOf } from './finding.ts';

const timeoutMs = 10_000;
const variables: Readonly<Record<AssetCode, string>> = { USDT: 'RATE_SOURCES', USDC: 'RATE_SOURCES_USDC' };

/** Asks every source once, and computes a rate from the answers like the program. */
export async function checkRates(
  { crypto }: Config,
  assets: readonly AssetCode[],
  registry: Parameters<typeof openSources>[2],
  report: Report,
): Promise<void> {
  if (assets.length === 0) report.skip('No network is served, so no rate is needed');
  for (const asset of assets) {
    const variable = variables[asset];
    try {
      const sources = openSources(crypto.rateSources[asset], asset, registry);
      const readings = await Promise.all(sources.map(ask));
      for (const { source, failure } of readings) {
        if (failure === null) continue;
        report.warn(
          `${asset}: ${source} gives no price (${failure})`,
          variable,
          'See that this machine may dial out, or name another source.',
        );
      }
      const rate = combine(asset, readings, crypto.rateRules, new Date());
      if ('fault' in rate) {
        report.fault(
          `${asset}: ${rate.message}`,
          variable,
          'Orders and payouts wait for it: name sources that answer and agree.',
        );
      } else {
        report.ok(
          `1 ${asset} is ${formatDecimal(rate.usdPerAssetScaled, rateDecimals)} USD (${rate.sources.join(', ')})`,
        );
      }
    } catch (error) {
      report.fault(`${asset}: ${wordsOf(error)}`, variable, 'Correct the list of sources.');
    }
  }
}

async function ask(source: RateSource): Promise<Reading> {
  try {
    return {
      source: source.name,
      quote: await source.fetchRate(AbortSignal.timeout(timeoutMs)),
      failure: null,
    };
  } catch (error) {
    return { source: source.name, quote: null, failure: wordsOf(error) };
  }
}
