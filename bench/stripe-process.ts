import { startStripeSimulator } from '../test/kit/processors/stripe-simulator.ts';

/**
 * A card processor to open pages at, in its own process. It sends its address and the settings to reach it. It answers
 * after three tenths of a second, as processors on the internet do, or at once on request.
 */
const simulator = await startStripeSimulator();
export interface StripeProcess {
  url: string;
  env: Record<string, string>;
  currency: string;
  country: string;
}
export interface Pace {
  isInstant: boolean;
}

function keep({ isInstant }: Pace): void {
  simulator.misbehave('slow', isInstant ? 0 : Number.POSITIVE_INFINITY, '/v1/checkout/sessions');
}
keep({ isInstant: false });
process.on('message', (pace: Pace) => {
  keep(pace);
  process.send?.('kept');
});

const { url, env, currency, country } = simulator;
process.send?.({ url, env: { ...env }, currency, country } satisfies StripeProcess);
