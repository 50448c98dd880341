import { createEnvReader } from '../../../../src/base/ground/env-reader.ts';
import type { PaymentProcessor, ProcessorKind } from '../../../../src/payments/charges/payment-processor.ts';
import {
  readStripeSettings,
  type StripeSettings,
} from '../../../../src/payments/processors/stripe/settings.ts';
import { stripe } from '../../../../src/payments/processors/stripe/stripe-processor.ts';
import type { ContractWorld } from '../contract-world.ts';
import type { LocalWorld } from '../local.ts';
import { type StripeSimulator, startStripeSimulator } from '../stripe-simulator.ts';

/** Long enough for a loopback call on a busy machine. */
const timeoutMs = 4_000;
/** For calls that get no answer: tests wait for it. */
const hastyMs = 500;

export interface StripeWorld extends ContractWorld, LocalWorld {
  /** An adapter with a long time-out for a busy machine, whatever the simulator does. */
  patient: PaymentProcessor;
  simulator: StripeSimulator;
  settings: StripeSettings;
}

/** Stripe's adapter of a kind, connected to a simulated Stripe as the environment would configure it. */
export async function startStripeWorld(kind: ProcessorKind): Promise<StripeWorld> {
  const simulator = await startStripeSimulator();
  const read = readStripeSettings(createEnvReader({ ...simulator.env }));
  if (!read) throw new Error('the simulator gives settings that are refused');
  const settings = { ...read, timeoutMs };
  const patient = stripe.open(settings, kind);
  const hasty = stripe.open({ ...settings, timeoutMs: hastyMs }, kind);
  const now = () => (simulator.isMisbehaving() ? hasty : patient);
  return {
    processor: {
      ...patient,
      authorize: (request) => now().authorize(request),
      refund: (request) => now().refund(request),
    },
    patient,
    // Port 1 is reserved: nothing listens there.
    unreachable: stripe.open({ ...settings, apiUrl: 'http://127.0.0.1:1', timeoutMs: hastyMs }, kind),
    simulator,
    payers: simulator.payers,
    settings,
    lacks: [],
    close: () => simulator.close(),
  };
}
