import { isAsset } from '../../base/money/asset.ts';
import { formatDecimal } from '../../base/money/money.ts';
import { combine, type Reading } from '../../chain/rates/combine.ts';
import { openSources } from '../../chain/rates/open-sources.ts';
import { type RateCode, type RateSource, rateDecimals } from '../../chain/rates/rate-source.ts';
import type { Config } from '../../config/config.ts';
import { rateVariable } from '../../config/crypto-config.ts';
import { type Report, wordsOf } from './finding.ts';

const timeoutMs = 10_000;

/** Asks every source once, and computes a rate from the answers like the program. */
export async function checkRates(
  { crypto }: Config,
  codes: readonly RateCode[],
  registry: Parameters<typeof openSources>[2],
  report: Report,
): Promise<void> {
  if (codes.length === 0) report.skip('No network is served, so no rate is needed');
  for (const code of codes) {
    const variable = rateVariable(code);
    try {
      const sources = openSources(crypto.rateSources.get(code) ?? '', code, registry);
      const readings = await Promise.all(sources.map(ask));
      for (const { source, failure } of readings) {
        if (failure === null) continue;
        report.warn(
          `${code}: ${source} gives no price (${failure})`,
          variable,
          'See that this machine may dial out, or name another source.',
        );
      }
      const rate = combine(
        code,
        readings,
        isAsset(code) ? crypto.rateRules : crypto.localRateRules,
        new Date(),
      );
      if ('fault' in rate) {
        report.fault(
          `${code}: ${rate.message}`,
          variable,
          'Orders and payouts wait for it: name sources that answer and agree.',
        );
      } else {
        report.ok(
          `1 ${isAsset(code) ? code : 'USD'} is ${formatDecimal(rate.priceScaled, rateDecimals)} ${isAsset(code) ? 'USD' : code} (${rate.sources.join(', ')})`,
        );
      }
    } catch (error) {
      report.fault(`${code}: ${wordsOf(error)}`, variable, 'Correct the list of sources.');
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
