import type { Sql } from '../../base/db/pool.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import { lastBlockUntil } from '../deposits/gaps/find-block.ts';
import { custodyWallets, insertCustodyWallet, newHotWallets } from './custody-store.ts';

const maxTries = 10;

/** Begins to count a treasury. Its present balance is not part of these books. */
export async function openTreasury(sql: Sql, chain: CustodyChain, address: string): Promise<void> {
  const known = await custodyWallets(sql, chain.network);
  if (known.some((wallet) => wallet.address === address)) return;
  for (let tries = 1; ; tries++) {
    const before = await chain.latestBlock();
    const openingUnits = await chain.tokenBalance(address);
    const head = await chain.latestBlock();
    // Both readings must be of one block, or a transfer in between would count twice or never.
    if (before.hash !== head.hash && tries < maxTries) continue;
    const wallet = { address, place: 'treasury' as const, openingUnits, agreedBlock: head.number };
    return await insertCustodyWallet(sql, chain.network, wallet);
  }
}

/** Begins to count newly used hot wallets, from the block of their first use. */
export async function openHotWallets(sql: Sql, chain: CustodyChain): Promise<void> {
  for (const { address, since } of await newHotWallets(sql, chain.network)) {
    const head = await chain.latestBlock();
    const agreedBlock = await lastBlockUntil(chain, since, head.number);
    await insertCustodyWallet(sql, chain.network, { address, place: 'hot', openingUnits: 0n, agreedBlock });
  }
}
