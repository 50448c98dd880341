import { onTestFinished, vi } from 'vitest';

/**
 * Stops the clock of this process, and of a server in it, until the test ends: for limits per ten seconds of the clock,
 * which a slow machine would exceed in the middle of a test. Timers and the database continue.
 */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
