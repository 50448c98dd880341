import type { ProcessorName } from './names.ts';
import { createSandboxProcessor } from './sandbox/sandbox-processor.ts';

/** Every card processor there is, by name. A new one is a folder beside this file, a line here and its name. */
export const processors = {
  sandbox: createSandboxProcessor,
} as const satisfies Record<ProcessorName, unknown>;
