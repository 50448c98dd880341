import { appendAudit } from '../audit/audit-log.ts';
import { takeLock } from '../db/locks.ts';
import type { Sql } from '../db/pool.ts';
import { lockWallet, retireWallet, reviveWallet, useWallet } from './wallet-store.ts';

export type SetWalletResult =
  | { kind: 'set' | 'unchanged' | 'replaced'; nextIndex: bigint }
  /** The one in use has handed out addresses, and nobody said that it is to be replaced. */
  | { kind: 'in_use'; nextIndex: bigint };

/**
 * Sets the account xpub that a network's deposit addresses come from. One that handed out addresses is
 * replaced only on purpose; it is remembered, so that it goes on behind its last address when it comes back.
 */
export async function setWallet(
  sql: Sql,
  network: string,
  xpub: string,
  replace: boolean,
  /** Who sets it, for the audit log. */
  actor: string,
): Promise<SetWalletResult> {
  return await sql.begin(async (tx): Promise<SetWalletResult> => {
    // Two that set the first wallet at once find no row to wait for.
    await takeLock(tx, 'deposit wallet', network);
    const present = await lockWallet(tx, network);
    if (present?.xpub === xpub) return { kind: 'unchanged', nextIndex: present.nextIndex };
    const isUsed = present !== null && present.nextIndex > 0n;
    if (isUsed && !replace) return { kind: 'in_use', nextIndex: present.nextIndex };
    if (isUsed) await retireWallet(tx, present);
    const nextIndex = await reviveWallet(tx, network, xpub);
    await useWallet(tx, network, xpub, nextIndex);
    const details = { xpub, before: present?.xpub ?? null };
    const subject = `network ${network}`;
    await appendAudit(tx, { actor, act: 'deposit_wallet_set', subject, details }, new Date());
    return { kind: isUsed ? 'replaced' : 'set', nextIndex };
  });
}
