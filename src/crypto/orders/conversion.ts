import type { Static } from 'typebox';
import { formatDecimal, type Money, moneyToDecimal, trimZeros } from '../../base/money/money.ts';
import { unitsToPrice } from '../../chain/rates/convert.ts';
import { rateDecimals } from '../../chain/rates/rate-source.ts';
import type { conversionSchema } from '../../payments/charges/notice-schema.ts';
import type { CryptoOrder, Hold } from './store.ts';

/** What units are worth in the currency of the price, at the rates of the order; null: no rates are fixed yet. */
export function worthInPrice(
  { price, hold }: Pick<CryptoOrder, 'price' | 'hold'>,
  units: bigint,
): Money | null {
  if (!hold) return null;
  const rates = { priceScaled: hold.rateScaled, localScaled: hold.local?.rateScaled ?? null };
  return unitsToPrice(units, price.currency, rates);
}

/** Each rate of an order for people: "1 USDT = 1.00 USD", and for a local price "1 USD = 4000.00 COP". */
export function ratesOf(
  { asset, price }: Pick<CryptoOrder, 'asset' | 'price'>,
  { rateScaled, local }: Pick<Hold, 'rateScaled' | 'local'>,
): string[] {
  const write = (scaled: bigint): string => trimZeros(formatDecimal(scaled, rateDecimals));
  return [
    `1 ${asset} = ${write(rateScaled)} USD`,
    ...(local ? [`1 USD = ${write(local.rateScaled)} ${price.currency}`] : []),
  ];
}

/** How a price in a local currency became an amount in the asset; null: the price is in USD, or no rate is fixed yet. */
export function conversionOf(
  order: Pick<CryptoOrder, 'price' | 'hold' | 'amountMinor'>,
  receivedUnits: bigint,
): Static<typeof conversionSchema> | null {
  const { price, hold, amountMinor } = order;
  const received = worthInPrice(order, receivedUnits);
  if (!hold?.local || !received) return null;
  const { local } = hold;
  return {
    price: moneyToDecimal(price),
    currency: price.currency,
    usdAmount: formatDecimal(amountMinor, 2),
    received: moneyToDecimal(received),
    localRate: formatDecimal(local.rateScaled, rateDecimals),
    localRateAt: local.at.toISOString(),
    localRateSources: local.sources,
    rate: formatDecimal(hold.rateScaled, rateDecimals),
    rateAt: hold.rateAt.toISOString(),
    rateSources: hold.rateSources,
  };
}

/** The field that notices and answers add for a price in a local currency. */
export function conversionNotice(...given: Parameters<typeof conversionOf>) {
  const conversion = conversionOf(...given);
  return conversion ? { conversion } : {};
}
