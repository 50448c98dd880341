import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Phase } from './phases.ts';
import type { World } from './world.ts';

/** How connections of one kind ended. */
export interface Shed {
  kind: string;
  opened: number;
  /** Closed by the server, after so many seconds. */
  closedAfter: number[];
  /** Still open at the end. */
  open: number;
  /** The first lines of answers, counted. */
  answers: Record<string, number>;
}

export interface Hostile {
  seen(): Shed[];
  stop(): Promise<void>;
}

/** Hostile clients are a process of their own, so that they cost the honest ones nothing here. */
export function startHostile(world: World, phase: () => Phase): Hostile {
  const child: ChildProcess = fork(new URL('hostile-process.ts', import.meta.url));
  let latest: Shed[] = [];
  child.on('message', (sheds: Shed[]) => {
    latest = sheds;
  });
  const timer = setInterval(() => {
    const urls = [...world.running].filter(([name]) => name.startsWith('api')).map(([, { url }]) => url);
    if (child.connected) child.send({ isActive: phase() !== 'calm', urls });
  }, 500);
  return {
    seen: () => latest,
    async stop() {
      clearInterval(timer);
      const ended = once(child, 'exit');
      child.send({ isActive: false, urls: [], isOver: true });
      await ended;
    },
  };
}
