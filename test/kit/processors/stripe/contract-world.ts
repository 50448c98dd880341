import { createEnvReader } from '../../../../src/base/ground/env-reader.ts';
import type { ProcessorKind } from '../../../../src/payments/charges/payment-processor.ts';
import {
  readStripeSettings,
  type StripeSettings,
} from '../../../../src/payments/processors/stripe/settings.ts';
import { stripe } from '../../../../src/payments/processors/stripe/stripe-processor.ts';
import { type ContractWorld, hastyMs } from '../contract-world.ts';
import type { LocalWorld } from '../local.ts';
import { type StripeSimulator, startStripeSimulator } from '../stripe-simulator.ts';

/** Long enough for a loopback call on a busy machine. */
const timeoutMs = 4_000;

export interface StripeWorld extends ContractWorld, LocalWorld {
  simulator: StripeSimulator;
  settings: StripeSettings;
}

/** Stripe's adapter of a kind, connected to a simulated Stripe as the environment would configure it. */
export async function startStripeWorld(kind: ProcessorKind): Promise<StripeWorld> {
  const simulator = await startStripeSimulator();
  const read = readStripeSettings(createEnvReader({ ...simulator.env }));
  if (!read) throw new Error('the simulator gives settings that are refused');
  const settings = { ...read, timeoutMs };
  return {
    processor: stripe.open(settings, kind),
    hasty: stripe.open({ ...settings, timeoutMs: hastyMs }, kind),
    // Port 1 is reserved: nothing listens there.
    unreachable: stripe.open({ ...settings, apiUrl: 'http://127.0.0.1:1', timeoutMs: hastyMs }, kind),
    simulator,
    payers: simulator.payers,
    settings,
    lacks: [],
    close: () => simulator.close(),
  };
}
