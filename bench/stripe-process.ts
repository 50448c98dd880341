import { startStripeSimulator } from '../test/kit/processors/stripe-simulator.ts';

/** A card processor to open pages at, in a process of its own. Tells where it is, and by which settings it is reached. */
const { url, env, currency, country } = await startStripeSimulator();
export interface StripeProcess {
  url: string;
  env: Record<string, string>;
  currency: string;
  country: string;
}
process.send?.({ url, env: { ...env }, currency, country } satisfies StripeProcess);
