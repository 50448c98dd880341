import { createMerchant } from '../../../accounts/merchants/create-merchant.ts';
import { enableMerchant } from '../../../accounts/merchants/enable-merchant.ts';
import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import type { Merchant } from '../../../accounts/merchants/merchant.ts';
import type { MerchantEdit } from '../../../accounts/merchants/merchant-edit.ts';
import { listMerchants } from '../../../accounts/merchants/store.ts';
import type { Command, Input } from '../command.ts';
import { details, table } from '../format.ts';
import { optionalByOption } from '../person.ts';
import { codes, profileOptions, readProfile } from './merchant-options.ts';
import { describeMerchant, merchantJson } from './merchant-text.ts';

export const merchantCommands: Command[] = [
  {
    name: 'merchants create',
    summary: 'Create a merchant with its first API key and its webhook secret',
    operands: [],
    options: {
      name: { ...profileOptions.name, required: true },
      email: { ...profileOptions.email, required: true },
      language: { ...profileOptions.language, help: `${profileOptions.language.help} (default es)` },
      'webhook-url': profileOptions['webhook-url'],
      country: {
        kind: 'list',
        value: '<codes>',
        help: 'countries to take cards in (default all)',
        field: 'countries',
      },
      currency: {
        kind: 'list',
        value: '<codes>',
        help: 'currencies to take cards in (default all)',
        field: 'currencies',
      },
      by: optionalByOption,
    },
    writes: 'acts',
    needs: 'installation',
    async run(context, input) {
      const { merchant, apiKey, webhookSecret } = await createMerchant(
        context,
        readNewMerchant(input),
        await input.by(),
      );
      return {
        json: { ...merchantJson(merchant), apiKey, webhookSecret },
        text: `${details([
          ['Merchant', merchant.id],
          ['API key', apiKey],
          ['Webhook secret', webhookSecret],
        ])}\n\nThe API key and the webhook secret are shown this once: keep them now.${payoutsHint(merchant)}`,
      };
    },
  },
  {
    name: 'merchants list',
    summary: 'List all merchants',
    operands: [],
    options: {},
    needs: 'database',
    async run({ sql }) {
      const merchants = await listMerchants(sql);
      return {
        json: merchants.map(merchantJson),
        text: table(
          ['MERCHANT', 'NAME', 'E-MAIL', 'STATE'],
          merchants.map(({ id, name, contactEmail, enabled }) => [
            id,
            name,
            contactEmail,
            enabled ? 'enabled' : 'disabled',
          ]),
          'There are no merchants yet: pasarela merchants create makes one.',
        ),
      };
    },
  },
  {
    name: 'merchants show',
    summary: 'Show a merchant and its settings',
    operands: ['<merchant>'],
    options: {},
    needs: 'database',
    async run({ sql }, { operands: [merchantId = ''] }) {
      const merchant = await getMerchant(sql, merchantId);
      return { json: merchantJson(merchant), text: describeMerchant(merchant) };
    },
  },
  enabling('disable', false, 'Refuse every request of a merchant until it is enabled again'),
  enabling('enable', true, 'Serve a disabled merchant again'),
];

function payoutsHint({ id, settings }: Merchant): string {
  if (settings.payoutsEnabled) return '';
  return `\nPayouts are off until you set their limits: pasarela merchants set ${id} --payouts on --payout-single-limit <usd> --payout-daily-limit <usd> --payout-monthly-limit <usd>`;
}

function enabling(verb: string, enabled: boolean, summary: string): Command {
  return {
    name: `merchants ${verb}`,
    summary,
    operands: ['<merchant>'],
    options: { by: optionalByOption },
    writes: 'acts',
    needs: 'database',
    async run({ sql }, input) {
      const merchant = await enableMerchant(sql, input.operands[0] ?? '', enabled, await input.by());
      return { json: merchantJson(merchant), text: `${merchant.name} (${merchant.id}) is ${verb}d.` };
    },
  };
}

function readNewMerchant(input: Input): MerchantEdit & { name: string; contactEmail: string } {
  const countries = codes(input, 'country');
  const currencies = codes(input, 'currency');
  return {
    ...readProfile(input),
    name: input.text('name') ?? '',
    contactEmail: input.text('email') ?? '',
    ...((countries || currencies) && {
      method: {
        methodCode: 'CARDS',
        act: 'set',
        ...(countries && { countries }),
        ...(currencies && { currencies }),
      },
    }),
  };
}
