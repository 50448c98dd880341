import { expect, test } from 'vitest';
import { useCli } from '../../../../test/kit/cli.ts';
import { openInstallation } from '../../../commerce/installation/installation.ts';
import { readConfig } from '../../../config/config.ts';

const { json, sql } = useCli();

test('a new webhook secret replaces the old one, which signs along for 24 hours', async () => {
  const created = await json('merchants', 'create', '--name', 'A', '--email', 'a@b.example');
  const { webhookSecret } = await json('webhooks', 'rotate-secret', created.merchantId);
  const [row] = await sql()<{ current: Buffer; previous: Buffer; hours: number }[]>`
    SELECT webhook_secret AS current,
           webhook_secret_previous AS previous,
           round(extract(epoch FROM webhook_secret_previous_until - now()) / 3600)::int AS hours
      FROM merchants
     WHERE id = ${created.merchantId}`;
  const secrets = await openInstallation(sql(), readConfig({}));
  expect(
    row && {
      current: secrets.open(row.current, 'webhook-secret'),
      previous: secrets.open(row.previous, 'webhook-secret'),
      hours: row.hours,
    },
  ).toEqual({
    current: webhookSecret,
    previous: created.webhookSecret,
    hours: 24,
  });
  expect(webhookSecret).not.toBe(created.webhookSecret);
});
