import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** The user who started this process, as the audit log names them. */
export function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number and no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The ids of an account on this machine; null: no such account. */
export function accountOf(name: string): { uid: number; gid: number } | null {
  const ask = (what: '-u' | '-g'): number => {
    return Number(
      execFileSync('id', [what, '--', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  };
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}

/**
 * Switches root's process to the service's account, permanently: a fault in a command then has no more effect than one
 * in the server, and key files belong to the account that reads them.
 */
export function becomeServiceUser(name: string | undefined): void {
  if (!name || !isRoot()) return;
  const account = accountOf(name);
  if (!account) {
    throw new Error(
      `SERVICE_USER: there is no account ${name} on this machine. Make it: useradd --system --no-create-home ${name}`,
    );
  }
  // Missing in the types of Node.js. It also sets the account's supplementary groups, like systemd.
  (process as unknown as { initgroups(user: string, group: number): void }).initgroups(name, account.gid);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
}
