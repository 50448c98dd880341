import { expect, test } from 'vitest';
import { defaultSettings } from '../../../accounts/merchants/merchant.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { ChargeRequest } from '../charge-request.ts';
import type { PaymentProcessors } from '../payment-processors.ts';
import { requireRoute } from './require-route.ts';

test('that routes cannot be read is told to whoever asked, and is nobody else’s failure', async () => {
  const readings: Promise<never>[] = [];
  const cards = {
    routesOf: () => {
      const reading = Promise.reject(new Error('the database is away'));
      readings.push(reading);
      return reading;
    },
  };
  const deps = {
    sql: null as unknown as Sql,
    processors: cards as unknown as PaymentProcessors,
    isServed: () => true,
  };
  const request = {
    methodCode: 'CARDS',
    amount: { amountMinor: 100n, currency: 'USD' },
  } as ChargeRequest;
  await expect(
    requireRoute(deps, { id: 'merchant', settings: defaultSettings }, 'charge', request),
  ).rejects.toThrow('the database is away');
  // A query that is started and not awaited would end the process if it fails.
  expect(readings).toHaveLength(1);
});
