import { readdir, readFile } from 'node:fs/promises';

/** The unit of time in `/proc`; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;
/** Positions in `/proc/<pid>/stat` after the process name, which may contain blanks. */
const parentField = 1;
const timeFields = [11, 12, 13, 14];

/**
 * The CPU time of a process and all its descendants. The counts of a parent include its ended children, so nothing is
 * lost between two readings.
 */
export async function cpuSeconds(pid: number): Promise<number> {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''));
    if (!stat) continue;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    parents.set(Number(name), Number(fields[parentField]));
    ticks.set(
      Number(name),
      timeFields.reduce((sum, field) => sum + Number(fields[field]), 0),
    );
  }
  const belongs = (each: number | undefined): boolean =>
    each !== undefined && (each === pid || belongs(parents.get(each)));
  const own = [...ticks].filter(([each]) => belongs(each));
  return own.reduce((sum, [, count]) => sum + count, 0) / ticksPerSecond;
}

/** The peak memory of a process. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
