import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** Who started this process, as the audit log names them. */
export function machineUser(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may have a number and no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The numbers of an account of this machine; null: there is none of this name. */
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
 * Root's process goes on as the account of the service, for good: a fault in a command then reaches no further than one in
 * the server, and files of keys belong to who reads them.
 */
export function becomeServiceUser(name: string | undefined): void {
  if (!name || !isRoot()) return;
  const account = accountOf(name);
  if (!account) {
    throw new Error(
      `SERVICE_USER: there is no account ${name} on this machine. Make it: useradd --system --no-create-home ${name}`,
    );
  }
  // Not among the types of Node.js. With it come the account's further groups, as systemd gives them.
  (process as unknown as { initgroups(user: string, group: number): void }).initgroups(name, account.gid);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
}
