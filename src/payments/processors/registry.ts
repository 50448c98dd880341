import { dlocal } from './dlocal/dlocal-processor.ts';
import type { ProcessorEntry } from './entry.ts';
import { mercadopago } from './mercadopago/mercadopago-processor.ts';
import type { ProcessorName } from './names.ts';
import { sandbox } from './sandbox/sandbox-processor.ts';
import { stripe } from './stripe/stripe-processor.ts';

/**
 * Every card processor, by name. A new one needs a folder beside this file, a line here, its name and its settings
 * reader.
 */
export const processorEntries = {
  sandbox,
  stripe,
  mercadopago,
  dlocal,
} as const satisfies Record<ProcessorName, ProcessorEntry<never>>;
