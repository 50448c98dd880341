import { isAsset } from '../../../base/money/asset.ts';
import { type RateCode, type RateSource, RateUnavailable } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { excerpt, field, readPrice } from './read-price.ts';

/**
 * The ticker, {"error":[],"result":{"USDTZUSD":{"c":["0.99967000","584.25"],…}}}; needs no key.
 * `c` is the last trade; the pair trades every few seconds.
 */
export function createKrakenSource(code: RateCode, baseUrl = 'https://api.kraken.com'): RateSource {
  if (!isAsset(code)) throw new RangeError(`kraken does not follow the price of ${code}`);
  const getJson = createGetJson(baseUrl);
  return {
    name: 'kraken',
    async fetchRate(signal) {
      const { body, madeAt } = await getJson(`/0/public/Ticker?pair=${code}USD`, signal);
      refuseErrors(field(body, 'error'));
      const lastTrade = field(onlyPair(code, field(body, 'result')), 'c');
      return {
        source: 'kraken',
        priceScaled: readPrice(Array.isArray(lastTrade) ? lastTrade[0] : undefined),
        observedAt: madeAt,
      };
    },
  };
}

/** Kraken returns errors with HTTP 200; those that begin with W are only warnings beside a result. */
function refuseErrors(errors: unknown): void {
  if (!Array.isArray(errors)) throw new RateUnavailable('answered without its list of errors');
  const fatal = errors.filter((error) => !String(error).startsWith('W'));
  if (fatal.length > 0) throw new RateUnavailable(`answered an error: ${excerpt(fatal.join(', '))}`);
}

/** The pair requested as USDTUSD is returned as USDTZUSD, its older name. */
function onlyPair(asset: RateCode, result: unknown): unknown {
  const names = typeof result === 'object' && result !== null ? Object.keys(result) : [];
  const [name = ''] = names;
  if (names.length !== 1 || ![`${asset}USD`, `${asset}ZUSD`].includes(name)) {
    throw new RateUnavailable(
      `answered not the pair ${asset}USD alone, but ${excerpt(names.join(', ')) || 'none'}`,
    );
  }
  return field(result, name);
}
