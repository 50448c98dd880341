import { readdir, readFile } from 'node:fs/promises';
import { cpuSeconds } from '../../bench/process-tree.ts';
import type { Timing } from './client.ts';
import type { Customers } from './customers.ts';
import type { Phase } from './phases.ts';
import { type ProcessName, processNames, type World } from './world.ts';

export interface Sample {
  atSeconds: number;
  phase: Phase;
  /** Resident memory in MB and open files of each process; null: it is not running. */
  memory: Record<ProcessName, number | null>;
  files: Record<ProcessName, number | null>;
  /** The processor time of each process since the last sample, in percent of one processor. */
  load: Record<ProcessName, number | null>;
  /** The part of the time in which something on this machine waited for a processor. */
  pressure: number;
  /** Latency of the requests since the last sample, in ms. */
  p50: number | null;
  p99: number | null;
  perSecond: number;
}

export interface Measuring {
  samples: Sample[];
  latest(): string;
  stop(): void;
}

const everySeconds = 5;

export function startMeasuring(
  world: World,
  { client }: Customers,
  { elapsed, phase }: { elapsed(): number; phase(): Phase },
): Measuring {
  const samples: Sample[] = [];
  let from = 0;
  let waited = 0;
  let at = elapsed();
  const spent = new Map<number, number>();
  const timer = setInterval(async () => {
    const inPhase = phase();
    const answered = client.timings.slice(from);
    from = client.timings.length;
    const memory = {} as Sample['memory'];
    const files = {} as Sample['files'];
    const load = {} as Sample['load'];
    const seconds = elapsed() - at;
    at = elapsed();
    for (const name of processNames) {
      const pid = world.running.get(name)?.pid;
      memory[name] = pid === undefined ? null : await residentMb(pid);
      files[name] = pid === undefined ? null : await openFiles(pid);
      const total = pid === undefined ? 0 : await cpuSeconds(pid).catch(() => 0);
      const before = pid === undefined ? undefined : spent.get(pid);
      load[name] = before === undefined ? null : ((total - before) / seconds) * 100;
      if (pid !== undefined) spent.set(pid, total);
    }
    const before = waited;
    waited = await waitedSeconds();
    samples.push({
      atSeconds: elapsed(),
      phase: inPhase,
      memory,
      files,
      load,
      pressure: before === 0 ? 0 : (waited - before) / seconds,
      p50: quantile(answered, 0.5),
      p99: quantile(answered, 0.99),
      perSecond: answered.length / seconds,
    });
  }, everySeconds * 1000);
  return {
    samples,
    latest() {
      const last = samples.at(-1);
      if (!last) return '';
      const megabytes = processNames.map((name) => `${name} ${last.memory[name]?.toFixed(0) ?? '–'} MB`);
      return `${last.atSeconds.toFixed(0)} s, ${last.phase}: ${last.perSecond.toFixed(0)} answers/s, p50 ${last.p50?.toFixed(0)} ms, p99 ${last.p99?.toFixed(0)} ms; ${megabytes.join(', ')}`;
    },
    stop: () => clearInterval(timer),
  };
}

async function residentMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** From the kernel's own account; 0 where it keeps none. */
async function waitedSeconds(): Promise<number> {
  const text = await readFile('/proc/pressure/cpu', 'utf8').catch(() => '');
  return Number(/^some .*total=(\d+)/m.exec(text)?.[1] ?? 0) / 1_000_000;
}

async function openFiles(pid: number): Promise<number | null> {
  return (await readdir(`/proc/${pid}/fd`).catch(() => null))?.length ?? null;
}

export function quantile(timings: readonly Pick<Timing, 'ms'>[], part: number): number | null {
  const sorted = timings.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? null;
}
