/**
 * Medusa's payment module with the provider, for the tests: a process that the test sends calls to. It needs MEDUSA_DIR, a
 * folder in which `@medusajs/framework` and `@medusajs/medusa` are installed, DATABASE_URL, PROVIDER (the built file) and
 * OPTIONS (the provider's, as JSON).
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const { MEDUSA_DIR, DATABASE_URL, PROVIDER, OPTIONS } = process.env;
const load = createRequire(join(MEDUSA_DIR, 'package.json'));
const { MedusaApp } = load('@medusajs/framework/modules-sdk');
const { ContainerRegistrationKeys, createPgConnection } = load('@medusajs/framework/utils');

async function main() {
  const connection = createPgConnection({ clientUrl: DATABASE_URL, schema: 'public' });
  const app = await MedusaApp({
    modulesConfig: {
      payment: {
        resolve: load.resolve('@medusajs/medusa/payment'),
        options: { providers: [{ resolve: PROVIDER, id: 'main', options: JSON.parse(OPTIONS) }] },
      },
    },
    sharedResourcesConfig: { database: { clientUrl: DATABASE_URL } },
    injectedDependencies: { [ContainerRegistrationKeys.PG_CONNECTION]: connection },
    migrationOnly: process.argv[2] === 'migrate',
  });
  if (process.argv[2] === 'migrate') {
    await app.runMigrations();
    process.exit(0);
  }
  await app.onApplicationStart();
  const payment = app.modules.payment;
  process.on('message', async ({ id, method, given }) => {
    try {
      process.send({ id, answer: JSON.parse(JSON.stringify((await payment[method](...given)) ?? null)) });
    } catch (error) {
      process.send({ id, error: `${error.type}: ${error.message}` });
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ ready: true });
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
