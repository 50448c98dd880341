import { createEnvReader } from '../../../../src/base/ground/env-reader.ts';
import type { ProcessorKind } from '../../../../src/payments/charges/payment-processor.ts';
import { dlocal } from '../../../../src/payments/processors/dlocal/dlocal-processor.ts';
import {
  type DlocalSettings,
  readDlocalSettings,
} from '../../../../src/payments/processors/dlocal/settings.ts';
import { type ContractWorld, hastyMs } from '../contract-world.ts';
import { startDlocalSimulator } from '../dlocal-simulator.ts';
import type { LocalWorld } from '../local.ts';

/** Long enough for a loopback call on a busy machine. */
const timeoutMs = 4_000;

export async function startDlocalWorld(kind: ProcessorKind): Promise<ContractWorld & LocalWorld> {
  const simulator = await startDlocalSimulator();
  const settings = readDlocalSettings(createEnvReader(simulator.env));
  if (!settings) throw new Error("the simulator's environment is not one for dLocal");
  const open = (change: Partial<DlocalSettings>) => dlocal.open({ ...settings, timeoutMs, ...change }, kind);
  return {
    processor: open({}),
    hasty: open({ timeoutMs: hastyMs }),
    // Port 1 is reserved: nothing listens there.
    unreachable: open({ apiUrl: 'http://127.0.0.1:1', timeoutMs: hastyMs }),
    simulator,
    payers: simulator.payers,
    // Chargebacks arrive only by notification, paid refunds are final, and settlements are reported by e-mail and SFTP.
    lacks: ['disputes_list', 'late_refund_failure', 'lines'],
    close: () => simulator.close(),
  };
}
