/** The notation of a network's addresses and hashes for people; internally both are hex with 0x. */
export type Family = 'evm' | 'tron';
