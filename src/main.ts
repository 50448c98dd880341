import { ConfigError } from './base/ground/env-reader.ts';
import { createLogger, type Logger } from './base/ground/logger.ts';
import { readCommit, version } from './base/ground/version.ts';
import type { Addresses } from './base/http/addresses.ts';
import { type Pasarela, start } from './compose/start.ts';
import { readConfig } from './config/config.ts';
import { describeSandbox, type SandboxFacts, writeSandboxFile } from './sandbox/announce.ts';

/** How long a stop may take before the process ends anyway: a hung peer must not hold it for ever. */
const stopDeadlineMs = 30_000;

try {
  const config = readConfig(process.env);
  const { logger, flush } = createLogger(config.logLevel);
  if (config.mode === 'live') {
    logger.info(
      { version, commit: readCommit(), node: process.version, roles: [...config.roles] },
      'starting',
    );
  }
  const starting = start(config, logger, async (addresses, sandbox) => {
    if (sandbox) await announceSandbox(addresses, sandbox, config.dataDir);
    else logger.info({ addresses }, 'ready');
  });
  // Before it is ready, too: the embedded database must not outlive a start that was broken off.
  stopInOrder(starting, logger, flush);
  await starting;
} catch (error) {
  const lines =
    error instanceof ConfigError ? error.message : `Pasarela cannot start. ${(error as Error).message}`;
  process.stderr.write(`${lines}\n`);
  process.exit(1);
}

/** On a signal, and on a fault that no part caught: its state is unknown, and whoever runs us starts us again. */
function stopInOrder(starting: Promise<Pasarela>, logger: Logger, flush: () => void): void {
  let stopping = false;
  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopDeadlineMs).unref();
    // A start that fails reports that itself.
    const pasarela = await starting.catch(() => null);
    if (!pasarela) return;
    await pasarela.stop();
    flush();
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping) logger.info({ signal }, 'stopping');
      void stop(0);
    });
  }
  // An unhandled rejection comes here too.
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nothing caught; stopping');
    void stop(1);
  });
}

async function announceSandbox(addresses: Addresses, facts: SandboxFacts, dataDir: string): Promise<void> {
  try {
    await writeSandboxFile(dataDir, addresses, facts);
  } catch (error) {
    throw new Error(
      `DATA_DIR: given ${dataDir}, expected a folder to write to (${(error as Error).message}).`,
    );
  }
  process.stdout.write(describeSandbox(addresses, facts, dataDir));
}
