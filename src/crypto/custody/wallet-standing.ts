import type { Sql } from '../../base/db/pool.ts';
import type { TransferLog } from '../../chain/chains/port/chain.ts';
import type { CustodyChain } from '../../chain/chains/port/custody-chain.ts';
import type { PayoutChain } from '../../chain/chains/port/payout-chain.ts';
import { isRestored } from '../payouts/pauses/pauses.ts';
import { agreeOnNonces, knownNonces, openAccount, unexplained } from '../sending/account-standing.ts';
import { hotWalletsOf } from '../sending/hot-wallets.ts';
import { knownLogs } from './check-custody.ts';
import { logId } from './custody.ts';
import { custodyWallets } from './custody-store.ts';
import { openHotWallets } from './open-wallet.ts';

/**
 * Compares the transactions of a hot wallet's key on the chain with the books before it sends again. A restored
 * database, a second installation with the same key and a stolen key all look the same: the key is ahead of the books.
 */
export interface WalletStanding {
  /** Begins to compare new wallets, so that no transaction of theirs is missed. */
  open(): Promise<void>;
  /** Transactions of this wallet's key that the books do not know; empty: key and books are in step. */
  unknown(wallet: string): Promise<UnknownSending[]>;
}

/** A transaction of our key that these books did not make. */
export interface UnknownSending {
  wallet: string;
  /** Null if the network has no nonces. */
  nonce: bigint | null;
  /** Null if only the nonce shows it. */
  log: TransferLog | null;
}

export interface StandingDeps {
  sql: Sql;
  chain: PayoutChain;
  /** Reads the network's transfers. On a network without nonces they are the only evidence. */
  reader: CustodyChain;
}

export function createStanding(deps: StandingDeps): WalletStanding {
  return deps.chain.hasNonces ? byNonces(deps) : byTransfers(deps);
}

/** Every transaction of a key has a nonce, regardless of what it does. The memory only saves repeated requests. */
function byNonces({ sql, chain }: StandingDeps): WalletStanding {
  const opened = new Set<string>();
  let minedHashes: ReadonlySet<string> = new Set();
  async function openOne(wallet: string): Promise<void> {
    if (opened.has(wallet)) return;
    const { nextNonce } = await chain.usedNonces(wallet, []);
    await openAccount(sql, { chain: chain.chainName, wallet }, nextNonce);
    opened.add(wallet);
  }
  async function unknown(wallet: string): Promise<UnknownSending[]> {
    const account = { chain: chain.chainName, wallet };
    const before = await knownNonces(sql, account);
    if (before === null) return [];
    const open = before.known.flatMap(({ nonce, hash }) =>
      hash === null || minedHashes.has(hash) ? [] : [{ nonce, hash }],
    );
    const { nextNonce, mined } = await chain.usedNonces(wallet, open);
    const living = new Set(before.known.map(({ hash }) => hash));
    minedHashes = new Set([...minedHashes, ...mined].filter((hash) => living.has(hash)));
    const nonces = unexplained(before, nextNonce, minedHashes);
    if (nonces.length === 0) {
      await agreeOnNonces(sql, account, before);
      return [];
    }
    // A transaction signed after the first read may already be in a block: the next call checks it.
    const after = await knownNonces(sql, account);
    const isNew = (nonce: bigint): boolean =>
      after?.known.some((each) => each.nonce === nonce && !living.has(each.hash)) ?? false;
    return nonces.filter((nonce) => !isNew(nonce)).map((nonce) => ({ wallet, nonce, log: null }));
  }
  return {
    async open() {
      for (const { address } of await hotWalletsOf(sql, chain.network)) await openOne(address);
    },
    async unknown(wallet) {
      await openOne(wallet);
      return await unknown(wallet);
    },
  };
}

/** Compares the token's transfers out of the wallet. The memory only saves reading blocks again. */
function byTransfers({ sql, reader }: StandingDeps): WalletStanding {
  const { network } = reader;
  let readUpTo: bigint | null = null;
  let unknown: TransferLog[] = [];
  async function look(): Promise<TransferLog[]> {
    await openHotWallets(sql, reader);
    const wallets = (await custodyWallets(sql, network)).filter(({ place }) => place === 'hot');
    if (wallets.length === 0) return [];
    const final = await reader.finalizedBlock();
    const head = await reader.latestBlock();
    const agreed = wallets
      .map((wallet) => wallet.agreedBlock)
      .toSorted((a, b) => (a < b ? -1 : 1))[0] as bigint;
    const from = (readUpTo ?? agreed) + 1n;
    const addresses = wallets.map(({ address }) => address);
    const read = from > head.number ? [] : await reader.transfersWith(addresses, from, head.number);
    const own = new Set(addresses);
    const out = read.filter(
      ({ from: sender, to, amountUnits }) => own.has(sender) && !own.has(to) && amountUnits > 0n,
    );
    const candidates = [...unknown, ...out];
    const known = candidates.length === 0 ? new Map() : await knownLogs(sql, network, candidates);
    const left = candidates.filter((log) => !known.has(logId(log)));
    // Blocks that are not final are read again.
    unknown = left.filter(({ blockNumber }) => blockNumber <= final.number);
    if (readUpTo === null || final.number > readUpTo) readUpTo = final.number;
    return left;
  }
  return {
    open: () => openHotWallets(sql, reader),
    unknown: async (wallet) =>
      (await look()).filter(({ from }) => from === wallet).map((log) => ({ wallet, nonce: null, log })),
  };
}

/**
 * Whether recipients' wallets must stay unchanged now: in a restored database, or while a key is ahead of the books.
 */
export async function isOnHold(
  sql: Sql,
  standing: WalletStanding | undefined,
  network: string,
): Promise<boolean> {
  if (await isRestored(sql)) return true;
  const [wallet] = await hotWalletsOf(sql, network);
  if (!standing || !wallet?.isActive) return false;
  return (await standing.unknown(wallet.address)).length > 0;
}
