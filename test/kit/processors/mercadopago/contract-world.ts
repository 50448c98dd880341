import { createEnvReader } from '../../../../src/base/ground/env-reader.ts';
import type { PaymentProcessor } from '../../../../src/payments/charges/payment-processor.ts';
import { mercadopago } from '../../../../src/payments/processors/mercadopago/mercadopago-processor.ts';
import {
  type MercadopagoSettings,
  readMercadopagoSettings,
} from '../../../../src/payments/processors/mercadopago/settings.ts';
import type { SiteId } from '../../../../src/payments/processors/mercadopago/sites.ts';
import { type ContractWorld, hastyMs } from '../contract-world.ts';
import type { LocalWorld } from '../local.ts';
import type { ProcessorSimulator } from '../simulator.ts';
import { type MercadopagoSimulator, startMercadopagoSimulator } from './mercadopago-simulator.ts';

/** Long enough for a loopback call on a busy machine. */
const defaultTimeoutMs = 4_000;

export interface MercadopagoWorld extends ContractWorld, LocalWorld {
  simulator: MercadopagoSimulator;
}

/** The adapter connected to the simulator. */
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
    hasty: openTowards(simulator, { timeoutMs: hastyMs }),
    // Port 1 is reserved: nothing listens there.
    unreachable: openTowards(simulator, { timeoutMs: hastyMs, url: 'http://127.0.0.1:1' }),
    simulator,
    payers: simulator.payers,
    // Mercado Pago defines a refund that was made as final.
    lacks: ['late_refund_failure'],
    close: () => simulator.close(),
  };
}

/** Opens the adapter with the settings of the simulator's environment and the given changes. */
export function openTowards(
  { env }: ProcessorSimulator,
  change: Partial<MercadopagoSettings>,
): PaymentProcessor {
  const reader = createEnvReader({ ...env, MODE: 'sandbox' });
  const settings = readMercadopagoSettings(reader);
  if (!settings) throw new Error(`The simulator's settings are not taken: ${JSON.stringify(reader.faults)}`);
  return mercadopago.open({ ...settings, reportPollMs: 10, ...change }, 'hosted');
}
