/**
 * The most faults reported of each kind: books that are wrong throughout must not fill the memory of the checking
 * process.
 */
export const maxFaults = 1_000;
