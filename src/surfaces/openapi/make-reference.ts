import { Worker } from 'node:worker_threads';
import type { DescribedRoute, Reference } from '../../base/http/openapi.ts';

/**
 * Writes the description of the API as files, in a thread of its own: it takes a second of a processor, in which everybody else
 * would wait.
 */
export function makeReference(routes: readonly DescribedRoute[], baseUrl: string): Promise<Reference> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reference-worker.ts', import.meta.url), {
      // As text: a thread is given no functions, and schemas carry some.
      workerData: JSON.stringify({ routes, baseUrl }),
      // What this process was started with (memory, inspectors) is not for it.
      execArgv: [],
    });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the description was not made: exit code ${code}`)));
  });
}
