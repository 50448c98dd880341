import { expect, test } from 'vitest';
import { aHeldCharge } from '../../../../test/kit/charges.ts';
import { useCli } from '../../../../test/kit/cli.ts';
import { closingsOf } from '../../../payments/charges/authorizations/closing-store.ts';

const { account, cli, json, newMerchant, sql } = useCli();

const amount = { amountMinor: 10_00n, currency: 'USD' };

test('a capture of a part is requested once, whatever is repeated, and no void beside it', async () => {
  const merchantId = await newMerchant();
  const { id } = await aHeldCharge(sql(), merchantId, amount);
  const by = ['--by', await account('operator')];
  const words = ['cards', 'capture', id, '--amount', '4.50', '--once', 'A-1', ...by];
  const first = await json(...words);
  expect(first).toMatchObject({ charge: id, kind: 'capture', amount: '4.50 USD', status: 'pending' });
  expect(await json(...words)).toEqual(first);
  expect((await closingsOf(sql(), merchantId, id)).map(({ amountMinor }) => amountMinor)).toEqual([450n]);
  expect((await cli('cards', 'void', id, ...by)).exitCode).not.toBe(0);
});

test('a capture of more than is held, of nothing, or of nobody is refused', async () => {
  const merchantId = await newMerchant();
  const { id } = await aHeldCharge(sql(), merchantId, amount);
  const by = ['--by', await account('operator')];
  for (const part of ['10.01', '0', '1.234', 'all']) {
    expect((await cli('cards', 'capture', id, '--amount', part, ...by)).exitCode).not.toBe(0);
  }
  expect((await cli('cards', 'capture', 'nobody', ...by)).exitCode).not.toBe(0);
  expect(await closingsOf(sql(), merchantId, id)).toEqual([]);
});
