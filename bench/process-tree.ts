import { readdir, readFile } from 'node:fs/promises';

/** What `/proc` counts time in; the same on every Linux that Node runs on. */
const ticksPerSecond = 100;
/** Where they stand in `/proc/<pid>/stat` behind the name, which may hold blanks itself. */
const parentField = 1;
const timeFields = [11, 12, 13, 14];

/**
 * The processor time that a process and all that descend from it have taken. That of children who ended is in
 * their parents' counts, so none is lost between two looks.
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

/** The most memory a process has held. */
export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
