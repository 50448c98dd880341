import { type StripeSimulator, startStripeSimulator } from '../../../test/kit/processors/stripe-simulator.ts';
import type { ProcessorKind } from '../../charges/card-processor.ts';
import { createEnvReader } from '../../ground/env-reader.ts';
import type { ContractWorld } from '../contract-world.ts';
import { readStripeSettings, type StripeSettings } from './settings.ts';
import { stripe } from './stripe-processor.ts';

/** Short, for tests wait it out; long enough for loopback calls on a busy machine. */
const timeoutMs = 4_000;

export interface StripeWorld extends ContractWorld {
  simulator: StripeSimulator;
  settings: StripeSettings;
}

/** Stripe's adapter of a kind, set up towards a simulated Stripe as the environment would. */
export async function startStripeWorld(kind: ProcessorKind): Promise<StripeWorld> {
  const simulator = await startStripeSimulator();
  const settings = readStripeSettings(createEnvReader({ ...simulator.env }));
  if (!settings) throw new Error('the simulator gives settings that are refused');
  return {
    processor: stripe.open({ ...settings, timeoutMs }, kind),
    // Port 1 is reserved: nothing listens there.
    unreachable: stripe.open({ ...settings, apiUrl: 'http://127.0.0.1:1', timeoutMs }, kind),
    simulator,
    settings: { ...settings, timeoutMs },
    lacks: [],
    close: () => simulator.close(),
  };
}
