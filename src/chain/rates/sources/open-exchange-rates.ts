import { isAsset } from '../../../base/money/asset.ts';
import { type RateCode, type RateSource, RateUnavailable } from '../rate-source.ts';
import { createGetJson } from './get-json.ts';
import { field, readPrice, readSeconds } from './read-price.ts';

/**
 * Published exchange rates of USD, {"timestamp":1711357200,"base":"USD","rates":{"COP":3876.25}}: hourly on the small
 * plans. Needs an App ID, which follows the colon; another address may follow the App ID and an @.
 */
export function createOpenExchangeRatesSource(code: RateCode, setting = ''): RateSource {
  if (isAsset(code)) throw new RangeError(`openexchangerates does not follow the price of ${code}`);
  const [appId = '', baseUrl = 'https://openexchangerates.org'] = setting.split('@');
  if (!/^\w{1,64}$/.test(appId)) {
    throw new RangeError('openexchangerates needs its App ID, e.g. openexchangerates:0123abcd');
  }
  const getJson = createGetJson(baseUrl);
  return {
    name: 'openexchangerates',
    async fetchRate(signal) {
      const { body } = await getJson(`/api/latest.json?app_id=${appId}&symbols=${code}`, signal);
      if (field(body, 'base') !== 'USD') {
        throw new RateUnavailable('answered with something else than the exchange rates of USD');
      }
      return {
        source: 'openexchangerates',
        priceScaled: readPrice(field(field(body, 'rates'), code)),
        observedAt: readSeconds(field(body, 'timestamp')),
      };
    },
  };
}
