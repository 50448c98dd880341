/** The currencies other than USD in which a charge may be priced that is paid in USDT or USDC. */
export const localCurrencies = ['COP', 'BRL', 'MXN', 'ARS', 'CLP', 'PEN'] as const;
export type LocalCurrency = (typeof localCurrencies)[number];

/** The currencies of prices that can be paid in an asset. */
export const priceCurrencies: readonly string[] = ['USD', ...localCurrencies];

export function isLocalCurrency(code: string): code is LocalCurrency {
  return (localCurrencies as readonly string[]).includes(code);
}
