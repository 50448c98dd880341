import type { Sql } from '../../../base/db/pool.ts';
import { ConfigError, createEnvReader, type Environment } from '../../../base/ground/env-reader.ts';
import type { Secrets } from '../../../base/ground/secrets.ts';
import { readCardsConfig } from '../../../config/cards-config.ts';
import { openPaymentProcessors } from '../../../payments/processors/payment-processors.ts';
import { processorEntries } from '../../../payments/processors/registry.ts';
import type { OpenCards } from '../command.ts';

/** The server's card processors. The sandbox acquirer runs in the server, and is not called from here. */
export async function openCards(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  env: Environment,
): Promise<OpenCards> {
  const reader = createEnvReader(env);
  const config = readCardsConfig(reader);
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  const processors = openPaymentProcessors({
    sql,
    secrets,
    registry: processorEntries,
    setups: config.setups,
    used: config.used,
    direct: config.direct,
    live: reader.live,
    now: () => new Date(),
  });
  return { processors, config };
}
