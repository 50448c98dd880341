import { Worker } from 'node:worker_threads';
import type { DescribedAddresses, DescribedRoute, Reference } from '../../base/http/openapi.ts';

/**
 * Writes the API's description as files, in a thread of its own: it takes a second of CPU, which would block all
 * requests.
 */
export function makeReference(
  routes: readonly DescribedRoute[],
  addresses: DescribedAddresses,
): Promise<Reference> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reference-worker.ts', import.meta.url), {
      // Serialised as text: functions cannot be passed to a thread, and schemas contain some.
      workerData: JSON.stringify({ routes, addresses }),
      // The process's own flags (memory, inspectors) must not apply to it.
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the description was not made: exit code ${code}`)));
  });
}
