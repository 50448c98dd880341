import { ConfigError, readConfig } from './config.ts';
import { createLogger } from './logger.ts';
import { describeSandbox, writeSandboxFile } from './sandbox/announce.ts';
import { start } from './start.ts';

/** How long a stop may take before the process ends anyway: a hung peer must not hold it for ever. */
const stopDeadlineMs = 30_000;

try {
  const config = readConfig(process.env);
  const { logger, flush } = createLogger(config.logLevel);
  const pasarela = await start(config, logger);
  if (pasarela.demoMerchant) {
    await writeSandboxFile(config.dataDir, pasarela.addresses, pasarela.demoMerchant);
    process.stdout.write(describeSandbox(pasarela.addresses, pasarela.demoMerchant, config.dataDir));
  } else {
    logger.info({ addresses: pasarela.addresses }, 'ready');
  }

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    await pasarela.stop();
    flush();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const lines =
    error instanceof ConfigError ? error.message : `Pasarela cannot start. ${(error as Error).message}`;
  process.stderr.write(`${lines}\n`);
  process.exit(1);
}
