import type { EnvReader } from '../ground/env-reader.ts';
import type { ProcessorName } from './names.ts';

/**
 * What each processor is told by the environment, or by a merchant of its own account there, under the same names. A reader
 * tells every fault, and answers null where there is one.
 */
export const settingsReaders = {} as const satisfies Record<
  Exclude<ProcessorName, 'sandbox'>,
  (reader: EnvReader) => object | null
>;
