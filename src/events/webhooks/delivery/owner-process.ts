import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A process by a name that no other ever has: the machine's start and the process's room on it, its number, and when
 * it began, because numbers come again. null: this system does not tell.
 */
export function nameProcess(pid: number): string | null {
  const host = hostName();
  const stat = statOf(pid);
  return host && stat ? `${host} ${pid} ${stat.startedAt}` : null;
}

/**
 * Whether the kernel says that this process is gone, and with it all that it was sending. False when it lives, stands
 * still, or is on another machine or in another container, where we cannot look.
 */
export function isProcessDead(name: string): boolean {
  const [host, pid, startedAt] = name.split(' ');
  if (host !== hostName()) return false;
  if (!isThere(Number(pid))) return true;
  const stat = statOf(Number(pid));
  // A zombie has closed everything; it only waits for its parent to notice.
  return stat !== null && (stat.startedAt !== startedAt || stat.state === 'Z');
}

/** One start of one kernel, and the namespace in which its process numbers count. */
function hostName(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/** Not by its folder in /proc: that of another account may be hidden. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function statOf(pid: number): { state: string; startedAt: string } | null {
  try {
    // The second field is the program's name in brackets, with whatever is in it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const [state, startedAt] = [fields[0], fields[19]];
    return state && startedAt ? { state, startedAt } : null;
  } catch {
    return null;
  }
}
