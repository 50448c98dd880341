import { onTestFinished, vi } from 'vitest';

/**
 * Stops the clock of this process until the test ends, and with it that of a server in it: for limits that count by the
 * clock's ten seconds, which a slow machine would pass in the middle of a test. Timers and the database go on.
 */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}
