import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { isId } from '../../../base/db/ids.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import { moneyToDecimal } from '../../../base/money/money.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { chargeStatuses } from '../../../payments/charges/charge.ts';
import { listAllCharges } from '../../../payments/charges/list-store.ts';
import { findChargeById, lockCharge } from '../../../payments/charges/store.ts';
import { chargeHistory } from '../../lookup/charge-history.ts';
import type { Command } from '../command.ts';
import { daysOption, describeHistory, found, readSince, search } from '../find.ts';
import { formatTime, table } from '../format.ts';
import { maxListed, readPage } from '../page-options.ts';

export const chargeCommands: Command[] = [
  {
    name: 'charges list',
    summary: 'List charges, newest first',
    operands: [],
    options: {
      status: { kind: 'text', value: '<status>', help: `only these: ${chargeStatuses.join(', ')}` },
      merchant: { kind: 'text', value: '<merchant>', help: 'only those of this one' },
      days: daysOption,
      limit: { kind: 'text', value: '<number>', help: `how many at most: 1 to ${maxListed}, 50 if absent` },
      cursor: { kind: 'text', value: '<cursor>', help: 'continue an earlier list' },
    },
    mayBeOld: true,
    needs: 'database',
    async run({ sql }, input) {
      const { limit, cursor, status } = readPage(input, chargeStatuses);
      const merchant = input.text('merchant');
      const charges = await listAllCharges(
        sql,
        {
          createdFrom: readSince(input),
          ...(status && { status }),
          ...(merchant !== undefined && { merchantId: (await getMerchant(sql, merchant)).id }),
          ...(cursor !== undefined && { afterId: cursor }),
        },
        limit + 1,
      );
      const page = charges.slice(0, limit);
      const nextCursor = charges.length > limit ? (page.at(-1)?.id ?? null) : null;
      const lines = table(
        ['CHARGE', 'CREATED', 'STATUS', 'AMOUNT', 'METHOD', 'ORDER NUMBER', 'CUSTOMER'],
        page.map((charge) => [
          charge.id,
          formatTime(charge.createdAt),
          charge.status,
          `${moneyToDecimal(charge.amount)} ${charge.amount.currency}`,
          charge.method,
          charge.orderNumber ?? '',
          charge.email ?? charge.customerId ?? '',
        ]),
        'There are no such charges.',
      );
      return {
        json: { charges: page, nextCursor },
        text: nextCursor === null ? lines : `${lines}\n\nMore with --cursor ${nextCursor}`,
      };
    },
  },
  {
    name: 'charges show',
    summary: 'Show a charge and what happened to it: attempts, refunds, events, deliveries, ledger',
    operands: ['<charge>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [id = ''] }) {
      const charge = isId(id) ? await findChargeById(sql, id) : null;
      if (!charge) throw new PasarelaError('not_found', `There is no charge ${id}.`);
      const story = await chargeHistory(sql, charge, notation);
      return { json: { ...charge, story }, text: describeHistory(story) };
    },
  },
  {
    name: 'charges restore',
    summary: 'Bring a charge back from the archive; a change of a charge does so by itself',
    operands: ['<charge>'],
    options: {},
    needs: 'database',
    writes: 'places',
    async run({ sql }, { operands: [id = ''] }) {
      const charge = isId(id) ? await findChargeById(sql, id) : null;
      if (!charge) throw new PasarelaError('not_found', `There is no charge ${id}.`);
      await sql.begin((tx) => lockCharge(tx, charge.merchantId, charge.id));
      return { json: { charge: id }, text: `Charge ${id} is not in the archive, or no longer.` };
    },
  },
  {
    name: 'charges find',
    summary: 'Find charges by order number, e-mail, customer, hash of a transaction or last four digits',
    operands: ['<anything>'],
    options: { days: daysOption },
    needs: 'installation',
    async run({ sql, secrets }, input) {
      const since = readSince(input);
      const findings = await search(sql, secrets, input.operands[0] ?? '', since);
      const charges = findings.found.filter(({ kind }) => kind === 'charge');
      return await found(sql, input, since, { ...findings, found: charges });
    },
  },
];
