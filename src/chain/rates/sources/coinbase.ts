import { isAsset } from '../../../base/money/asset.ts';
import { type Quote, type RateCode, type RateSource, RateUnavailable } from '../rate-source.ts';
import { createGetJson, type GetJson } from './get-json.ts';
import { field, readPrice } from './read-price.ts';

/**
 * The spot price of an asset, {"data":{"amount":"0.99985","base":"USDT","currency":"USD"}}, or the exchange rates of
 * USD, {"data":{"currency":"USD","rates":{"COP":"4105.5",…}}}. Needs no key, and says no time.
 */
export function createCoinbaseSource(code: RateCode, baseUrl = 'https://api.coinbase.com'): RateSource {
  // Coinbase exchanges USDC for USD one to one and reports that price independent of the market.
  if (code === 'USDC') throw new RangeError('coinbase does not follow the price of USDC');
  const getJson = createGetJson(baseUrl);
  const ask = isAsset(code) ? spotPrice : exchangeRate;
  return { name: 'coinbase', fetchRate: (signal) => ask(getJson, code, signal) };
}

async function spotPrice(getJson: GetJson, asset: RateCode, signal?: AbortSignal): Promise<Quote> {
  const { body, madeAt } = await getJson(`/v2/prices/${asset}-USD/spot`, signal);
  const price = field(body, 'data');
  if (field(price, 'base') !== asset || field(price, 'currency') !== 'USD') {
    throw new RateUnavailable(`answered with something else than the price of ${asset} in USD`);
  }
  return { source: 'coinbase', priceScaled: readPrice(field(price, 'amount')), observedAt: madeAt };
}

async function exchangeRate(getJson: GetJson, currency: RateCode, signal?: AbortSignal): Promise<Quote> {
  const { body, madeAt } = await getJson('/v2/exchange-rates?currency=USD', signal);
  const data = field(body, 'data');
  if (field(data, 'currency') !== 'USD') {
    throw new RateUnavailable('answered with something else than the exchange rates of USD');
  }
  const priceScaled = readPrice(field(field(data, 'rates'), currency));
  return { source: 'coinbase', priceScaled, observedAt: madeAt };
}
