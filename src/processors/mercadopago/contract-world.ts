import { startMercadopagoSimulator } from '../../../test/kit/processors/mercadopago/mercadopago-simulator.ts';
import { createEnvReader } from '../../ground/env-reader.ts';
import type { ContractWorld } from '../contract-world.ts';
import { mercadopago } from './mercadopago-processor.ts';
import { readMercadopagoSettings } from './settings.ts';
import type { SiteId } from './sites.ts';

/** Short, for tests wait it out; long enough for a loopback call on a busy machine. */
const timeoutMs = 4_000;

/** The adapter towards the simulator, with the settings that the simulator's environment gives. */
export async function startMercadopagoWorld(site: SiteId = 'MLA'): Promise<ContractWorld> {
  const simulator = await startMercadopagoSimulator(site);
  const reader = createEnvReader({ ...simulator.env, MODE: 'sandbox' });
  const settings = readMercadopagoSettings(reader);
  if (!settings)
    throw new Error(`The simulator's own settings are not taken: ${JSON.stringify(reader.faults)}`);
  const open = (url: string) => mercadopago.open({ ...settings, url, timeoutMs, reportPollMs: 10 }, 'hosted');
  return {
    processor: open(simulator.url),
    // Port 1 is reserved: nothing listens there.
    unreachable: open('http://127.0.0.1:1'),
    simulator,
    // A refund that was made does not fail later by its definition, and tells nothing of ours.
    lacks: ['late_refund_failure'],
    close: () => simulator.close(),
  };
}
