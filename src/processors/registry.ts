import { createSandboxProcessor } from './sandbox/sandbox-processor.ts';

/** Every card processor there is, by name. A new one is a folder beside this file and a line here. */
export const processors = {
  sandbox: createSandboxProcessor,
} as const;
