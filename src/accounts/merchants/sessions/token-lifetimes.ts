/** Lifetime of the token of E3. No token lives longer. */
export const legacyTokenSeconds = 60 * 60;
