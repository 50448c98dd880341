import type { ConfigFault, Environment } from '../../base/ground/env-reader.ts';
import { type Config, configFaults, readConfig } from '../../config/config.ts';

export interface ReadSettings {
  /** Without the faulty settings, so that one fault does not keep the rest from being checked. */
  config: Config;
  faults: ConfigFault[];
}

export function readSettings(env: Environment): ReadSettings {
  const faults = configFaults(env);
  if (faults.length === 0) return { config: readConfig(env), faults };
  const isLive = env.MODE?.trim() === 'live';
  const rest: Environment = {
    ...(isLive && { SMTP_TLS: 'required', DATABASE_TLS: 'required' }),
    ...env,
    // A sandbox requires nothing, so a missing setting is no further fault.
    MODE: 'sandbox',
  };
  const wrong = new Set(faults.map(({ name }) => groupOf(name)));
  for (const name of Object.keys(rest)) if (wrong.has(groupOf(name))) delete rest[name];
  rest.MODE = 'sandbox';
  return { config: { ...readConfig(rest), mode: isLive ? 'live' : 'sandbox' }, faults };
}

const cardVariable = /^(?:CARD|STRIPE|MERCADOPAGO|DLOCAL)_/;

/** Variables of a group are read together: if one is wrong or missing, the rest are useless. */
function groupOf(name: string): string {
  return cardVariable.test(name) ? 'CARD' : (name.split('_')[0] ?? name);
}
