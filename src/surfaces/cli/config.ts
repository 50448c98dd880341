import { ConfigError } from '../../base/ground/env-reader.ts';
import { networks } from '../../chain/chains/networks.ts';
import { type Config, configFaults, readConfig } from '../../config/config.ts';
import type { Command } from './command.ts';

type Environment = Record<string, string | undefined>;

const databaseVariables = ['MODE', 'DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_POOL_SIZE', 'DATA_DIR'];
const secretVariables = ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'];
const nodeVariables = networks.flatMap(({ id, family }) => [
  `${id}_RPC_URLS`,
  `${id}_QUORUM`,
  ...(family === 'tron'
    ? [`${id}_FULL_NODE_URLS`, `${id}_FEE_LIMIT_TRX`, `${id}_EXPIRY_SECONDS`]
    : [`${id}_MAX_FEE_GWEI`]),
]);
const signerVariables = [
  'SIGNER',
  ...['SIGNER_KEY_FILE', 'SIGNER_PASSPHRASE', 'SIGNER_PASSPHRASE_FILE'],
  ...['SIGNER_URL', 'SIGNER_CLIENT_CERT', 'SIGNER_CLIENT_KEY', 'SIGNER_CA'],
];

const variablesFor: Readonly<Record<Exclude<Command['needs'], 'environment'>, string[]>> = {
  database: databaseVariables,
  folder: databaseVariables,
  installation: [...databaseVariables, ...secretVariables, 'WEBHOOK_NETWORKS'],
  cards: [...databaseVariables, ...secretVariables],
  networks: [...databaseVariables, ...nodeVariables],
  signer: [...databaseVariables, ...nodeVariables, ...signerVariables],
};

/**
 * Reads only the part of the environment that a command depends on: a fault in how the server listens or sends mail
 * must not keep an operator from revoking a key.
 */
export function readCommandConfig(env: Environment, needs: keyof typeof variablesFor): Config {
  const variables = variablesFor[needs];
  const faults = configFaults(env).filter(({ name }) => variables.includes(name));
  if (faults.length > 0) throw new ConfigError(faults);
  // Read as a sandbox, which requires no variables that are missing here; the rules of live mode for these were just
  // checked.
  const here = Object.fromEntries(variables.map((name) => [name, env[name]]));
  return {
    ...readConfig({ ...here, MODE: 'sandbox' }),
    mode: env.MODE?.trim() === 'live' ? 'live' : 'sandbox',
  };
}
