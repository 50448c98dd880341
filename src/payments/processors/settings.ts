import {
  type ConfigFault,
  createEnvReader,
  type Environment,
  type EnvReader,
} from '../../base/ground/env-reader.ts';
import { readDlocalSettings } from './dlocal/settings.ts';
import { readMercadopagoSettings } from './mercadopago/settings.ts';
import type { ProcessorName } from './names.ts';
import { readStripeSettings } from './stripe/settings.ts';

export type RealName = Exclude<ProcessorName, 'sandbox'>;

/**
 * The settings of each processor, from the environment or from a merchant's own account, under the same names: the
 * variable without which it is not set up, and the reader of all of them, which reports every fault and then returns
 * null.
 */
export const settingsReaders: Readonly<Record<RealName, SettingsReader>> = {
  stripe: { key: 'STRIPE_SECRET_KEY', read: readStripeSettings },
  mercadopago: { key: 'MERCADOPAGO_ACCESS_TOKEN', read: readMercadopagoSettings },
  dlocal: { key: 'DLOCAL_LOGIN', read: readDlocalSettings },
};

interface SettingsReader {
  key: string;
  read(reader: EnvReader): object | null;
}

/**
 * A processor with the settings that its own reader read. The sandbox's settings are those of the acquirer started with
 * it.
 */
export interface ProcessorSetup {
  name: ProcessorName;
  settings: object;
}

/** The processors that the environment has keys for, and those that it must have keys for. */
export function readSetups(reader: EnvReader, wanted: readonly ProcessorName[]): ProcessorSetup[] {
  return Object.entries(settingsReaders).flatMap(([known, { key, read }]) => {
    const name = known as RealName;
    if (!wanted.includes(name) && reader.get(key) === undefined) return [];
    const settings = read(reader);
    return settings ? [{ name, settings }] : [];
  });
}

/** Like readSetups, for a merchant's own account; also returns the names that were read. */
export function readAccountSettings(
  name: RealName,
  values: Readonly<Record<string, string | undefined>>,
  live: boolean,
): { settings: object; names: string[] } | { faults: ConfigFault[] } {
  const names = new Set<string>();
  const watched = new Proxy<Environment>(
    { ...values, MODE: live ? 'live' : 'sandbox' },
    {
      get(all, variable: string) {
        if (variable !== 'MODE') names.add(variable);
        return all[variable];
      },
    },
  );
  const reader = createEnvReader(watched);
  const settings = settingsReaders[name].read(reader);
  // A merchant must not choose which hosts this server calls.
  for (const each of live ? names : []) {
    if (each.endsWith('_API_URL') && reader.get(each)) {
      reader.fault(each, 'nothing: an account of a merchant is at the processor itself (MODE=live)');
    }
  }
  return settings && reader.faults.length === 0 ? { settings, names: [...names] } : { faults: reader.faults };
}
