/** Of each kind no more are told: books that are wrong throughout must not fill the memory of who checks them. */
export const maxFaults = 1_000;
