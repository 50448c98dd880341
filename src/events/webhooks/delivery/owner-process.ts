import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Identifies a process uniquely: the machine's boot and PID namespace, the process id, and its start time, because ids
 * are reused. null: this system does not provide them.
 */
export function nameProcess(pid: number): string | null {
  const host = hostName();
  const stat = statOf(pid);
  return host && stat ? `${host} ${pid} ${stat.startedAt}` : null;
}

/**
 * Whether the kernel reports that this process is gone, and with it everything it was sending. False if it lives, is
 * stopped, or runs on another machine or in another container, which cannot be checked.
 */
export function isProcessDead(name: string): boolean {
  const [host, pid, startedAt] = name.split(' ');
  if (host !== hostName()) return false;
  if (!isThere(Number(pid))) return true;
  const stat = statOf(Number(pid));
  // A zombie has closed everything; it only waits for its parent to reap it.
  return stat !== null && (stat.startedAt !== startedAt || stat.state === 'Z');
}

/** One boot of one kernel, and the namespace of its process ids. */
function hostName(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

/** Not by its folder in /proc: another account's may be hidden. */
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
    // The second field is the program's name in brackets, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
    const [state, startedAt] = [fields[0], fields[19]];
    return state && startedAt ? { state, startedAt } : null;
  } catch {
    return null;
  }
}
