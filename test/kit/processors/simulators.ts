import { startDlocalSimulator } from './dlocal-simulator.ts';
import { startMercadopagoSimulator } from './mercadopago/mercadopago-simulator.ts';
import type { ProcessorSimulator } from './simulator.ts';
import { startStripeSimulator } from './stripe-simulator.ts';

/** Every processor except the sandbox's own. */
export const simulators: Readonly<Record<string, () => Promise<ProcessorSimulator>>> = {
  stripe: startStripeSimulator,
  mercadopago: () => startMercadopagoSimulator(),
  dlocal: startDlocalSimulator,
};
