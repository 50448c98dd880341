import { findMerchant } from '../../src/accounts/merchants/store.ts';
import type { Sql } from '../../src/base/db/pool.ts';
import { createEnvReader } from '../../src/base/ground/env-reader.ts';
import { createMemoryLogger } from '../../src/base/ground/logger.ts';
import { createSecrets } from '../../src/base/ground/secrets.ts';
import type { PayDeps } from '../../src/payments/charges/attempts/pay-charge.ts';
import type { FollowDeps } from '../../src/payments/charges/notifications/follow-notifications.ts';
import type { PaymentProcessor, ProcessorKind } from '../../src/payments/charges/payment-processor.ts';
import type { PaymentProcessors } from '../../src/payments/charges/payment-processors.ts';
import type { ProcessorName } from '../../src/payments/processors/names.ts';
import { openPaymentProcessors } from '../../src/payments/processors/payment-processors.ts';
import { processorEntries } from '../../src/payments/processors/registry.ts';
import { readSetups } from '../../src/payments/processors/settings.ts';
import { testAddresses } from '../kit/charges.ts';

/** The dependencies that pay and resolve processors, without a server. */
export function cardDeps(
  sql: Sql,
  processor: ProcessorName,
  kind: ProcessorKind,
  env: Readonly<Record<string, string>>,
  {
    wrap = (port) => port,
    now = () => new Date(),
  }: { wrap?: (port: PaymentProcessor) => PaymentProcessor; now?: () => Date } = {},
): PayDeps & FollowDeps {
  const secrets = createSecrets([Buffer.alloc(32, 7)]);
  const opened = openPaymentProcessors({
    sql,
    secrets,
    registry: processorEntries,
    setups: readSetups(createEnvReader({ ...env }), [processor]),
    used: [processor],
    direct: kind === 'direct',
    live: false,
    now,
  });
  const processors: PaymentProcessors = {
    ...opened,
    async routesOf(charge, brand) {
      const routes = await opened.routesOf(charge, brand);
      return routes.map((route) => ({ ...route, processor: wrap(route.processor) }));
    },
    of: async (attempt) => wrap(await opened.of(attempt)),
    accounts: async () =>
      (await opened.accounts()).map((account) => ({ ...account, processor: wrap(account.processor) })),
  };
  return {
    sql,
    secrets,
    processors,
    limits: null,
    merchantOf: (merchantId) => findMerchant(sql, merchantId),
    brandOf: () => 'visa',
    addresses: testAddresses,
    now,
    logger: createMemoryLogger([]),
    alertEmail: null,
  };
}
