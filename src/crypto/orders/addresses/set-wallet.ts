import { appendAudit } from '../../../accounts/audit/audit-log.ts';
import { takeLock } from '../../../base/db/locks.ts';
import type { Sql, Tx } from '../../../base/db/pool.ts';
import { finalEnds } from '../outcome/chain-state.ts';
import { insertSharedWallet, lockWallets, retireWallet, reviveWallet, useWallet } from './wallet-store.ts';

export type SetWalletResult =
  | { kind: 'set' | 'unchanged' | 'replaced'; nextIndex: bigint; alsoFor: string[] }
  /** The present wallet has handed out addresses, and no replacement was requested. */
  | { kind: 'in_use'; nextIndex: bigint };

export interface SetWalletRequest {
  network: string;
  xpub: string;
  /** Replaces the present wallet even if it has handed out addresses. */
  replace: boolean;
  /** The person who sets it, for the audit log. */
  actor: string;
  /**
   * Networks that may change with this one: those that share its wallet now or, while none of them has a wallet, those
   * that are read.
   */
  peers: readonly string[];
}

/**
 * Sets the account xpub that a network's deposit addresses derive from. A wallet that handed out addresses is replaced
 * only on explicit request. It is remembered, so that it continues after its last address if it is set again.
 */
export async function setWallet(sql: Sql, request: SetWalletRequest): Promise<SetWalletResult> {
  const { network, xpub, replace, actor, peers } = request;
  return await sql.begin(async (tx): Promise<SetWalletResult> => {
    // Without the lock, two requests that set the first wallet find no row to wait for.
    await takeLock(tx, 'deposit wallet');
    const wallets = await lockWallets(tx, [network, ...peers]);
    const present = wallets.find((wallet) => wallet.network === network);
    if (present?.xpub === xpub) return { kind: 'unchanged', nextIndex: present.nextIndex, alsoFor: [] };
    const isUsed = present !== undefined && present.nextIndex > 0n;
    if (isUsed && !replace) return { kind: 'in_use', nextIndex: present.nextIndex };
    const replaced = wallets.filter((wallet) => wallet.xpub === present?.xpub);
    for (const wallet of replaced) if (wallet.nextIndex > 0n) await retireWallet(tx, wallet);
    const isFirst = wallets.every((wallet) => wallet.network === network);
    const alsoFor = isFirst
      ? await readAmong(tx, peers)
      : replaced.map((wallet) => wallet.network).filter((each) => each !== network);
    let nextIndex = 0n;
    for (const each of [network, ...alsoFor]) {
      nextIndex = await reviveWallet(tx, each, xpub);
      await useWallet(tx, each, xpub, nextIndex);
    }
    const details = { xpub, before: present?.xpub ?? null, ...(alsoFor.length > 0 && { alsoFor }) };
    const subject = `network ${network}`;
    await appendAudit(tx, { actor, act: 'deposit_wallet_set', subject, details }, new Date());
    return { kind: isUsed ? 'replaced' : 'set', nextIndex, alsoFor };
  });
}

/** Other networks have no orders yet, and get their wallet when they have nodes. */
async function readAmong(tx: Tx, networks: readonly string[]): Promise<string[]> {
  const ends = await finalEnds(tx);
  return networks.filter((network) => ends.has(network));
}

/**
 * Gives each served network without a wallet the one of the first network of its family that has one: addresses derive
 * the same way there. Returns the networks that got one.
 */
export async function shareWallets(
  sql: Sql,
  served: readonly { id: string; family: string }[],
  all: readonly { id: string; family: string }[],
): Promise<string[]> {
  const shared: string[] = [];
  for (const { id, family } of served) {
    const peers = all.filter((network) => network.family === family).map((network) => network.id);
    if (await insertSharedWallet(sql, id, peers)) shared.push(id);
  }
  return shared;
}
