/** USDT has six decimals on every network. */
export const usdtDecimals = 6;
