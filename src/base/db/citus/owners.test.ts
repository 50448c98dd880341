import { expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { createTag } from '../sql.ts';
import { amongMerchants } from './owners.ts';

async function textFor(merchantIds: string[] | null): Promise<string> {
  let sent = '';
  const db = createTag(async ({ text }) => {
    sent = text;
    return [];
  }, true);
  await db`SELECT 1 FROM charges WHERE true ${amongMerchants(db, merchantIds)}`;
  return sent.trim();
}

test('everybody, some, or nobody: then the statement says so, and Citus asks no node', async () => {
  expect(await textFor(null)).toMatch(/WHERE true$/);
  expect(await textFor([newId()])).toMatch(/AND merchant_id = ANY \(\$1::uuid\[\]\)$/);
  expect(await textFor([])).toMatch(/AND false$/);
});
