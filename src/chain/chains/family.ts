/** How a network writes its addresses and hashes for people; inside, both are hex with 0x. */
export type Family = 'evm' | 'tron';
