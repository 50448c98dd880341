import {
  type MercadopagoSimulator,
  startMercadopagoSimulator,
} from '../../../test/kit/processors/mercadopago/mercadopago-simulator.ts';
import type { ProcessorSimulator } from '../../../test/kit/processors/simulator.ts';
import { createEnvReader } from '../../base/ground/env-reader.ts';
import type { CardProcessor } from '../../charges/card-processor.ts';
import type { ContractWorld } from '../contract-world.ts';
import { mercadopago } from './mercadopago-processor.ts';
import { type MercadopagoSettings, readMercadopagoSettings } from './settings.ts';
import type { SiteId } from './sites.ts';

/** Short, for tests wait it out; long enough for a loopback call on a busy machine. */
const defaultTimeoutMs = 2_000;

export interface MercadopagoWorld extends ContractWorld {
  simulator: MercadopagoSimulator;
}

/** The adapter towards the simulator. */
export async function startMercadopagoWorld({
  site = 'MLA',
  timeoutMs = defaultTimeoutMs,
}: {
  site?: SiteId;
  timeoutMs?: number;
} = {}): Promise<MercadopagoWorld> {
  const simulator = await startMercadopagoSimulator(site);
  return {
    processor: openTowards(simulator, { timeoutMs }),
    // Port 1 is reserved: nothing listens there.
    unreachable: openTowards(simulator, { timeoutMs, url: 'http://127.0.0.1:1' }),
    simulator,
    // By its definition a refund that was made stays made.
    lacks: ['late_refund_failure'],
    close: () => simulator.close(),
  };
}

/** With the settings that the simulator's environment gives, but for some. */
export function openTowards(
  { env }: ProcessorSimulator,
  change: Partial<MercadopagoSettings>,
): CardProcessor {
  const reader = createEnvReader({ ...env, MODE: 'sandbox' });
  const settings = readMercadopagoSettings(reader);
  if (!settings) throw new Error(`The simulator's settings are not taken: ${JSON.stringify(reader.faults)}`);
  return mercadopago.open({ ...settings, reportPollMs: 10, ...change }, 'hosted');
}
