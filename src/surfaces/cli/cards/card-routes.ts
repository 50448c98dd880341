import { getMerchant } from '../../../accounts/merchants/get-merchant.ts';
import { isMethodCode, isProcessed, processedMethods } from '../../../accounts/methods/methods.ts';
import { newId } from '../../../base/db/ids.ts';
import { isCountry } from '../../../base/money/country.ts';
import { exponentOf, isCurrency } from '../../../base/money/currency.ts';
import { moneyToDecimal, parseDecimal } from '../../../base/money/money.ts';
import { isCardBrand } from '../../../payments/charges/cards/card-brands.ts';
import type { PaymentTerms } from '../../../payments/charges/payment-processor.ts';
import type { Route } from '../../../payments/charges/payment-processors.ts';
import { readRules } from '../../../payments/processors/accounts-store.ts';
import { readRouteRules } from '../../../payments/processors/route-rules.ts';
import type { RouteRule } from '../../../payments/processors/routing.ts';
import { setRoutes } from '../../../payments/processors/set-routes.ts';
import { type CardsContext, type Command, type Input, type Result, UsageError } from '../command.ts';
import { table } from '../format.ts';
import { fromOption, readGiven } from '../given-text.ts';
import { optionalByOption } from '../person.ts';

export const cardRouteCommands: Command[] = [
  {
    name: 'cards routes show',
    summary:
      'Show which processors take which payments of the installation, or of a merchant; or of one payment, and why',
    operands: ['[merchant]'],
    options: {
      explain: { kind: 'flag', help: 'show which processors would take a payment, in which order, and why' },
      country: { kind: 'text', value: '<code>', help: 'with --explain: its country, e.g. COL' },
      currency: { kind: 'text', value: '<code>', help: 'with --explain: its currency, e.g. COP' },
      amount: { kind: 'text', value: '<amount>', help: 'with --explain: its amount' },
      method: { kind: 'text', value: '<code>', help: 'with --explain: its method; CARDS if it is not given' },
      brand: {
        kind: 'text',
        value: '<brand>',
        help: 'with --explain: the brand of the card, if our page takes it',
      },
    },
    needs: 'cards',
    async run(context, input) {
      const merchantId = await chosenMerchant(context, input);
      if (input.flag('explain')) return await explain(context, merchantId, input);
      const stray = ['country', 'currency', 'amount', 'method', 'brand'].filter(input.isGiven);
      if (stray.length > 0) throw new UsageError([`--${stray.join(', --')}: need --explain.`]);
      const rules = (await readRules(context.sql)).get(merchantId) ?? [];
      return { json: rules, text: describeRules(rules, merchantId) };
    },
  },
  {
    name: 'cards routes set',
    summary:
      'Set which processors take which payments of the installation, or of a merchant: a list of rules in JSON',
    operands: ['[merchant]'],
    options: { from: fromOption('the rules'), by: optionalByOption },
    writes: 'acts',
    needs: 'cards',
    async run(context, input) {
      const merchantId = await chosenMerchant(context, input);
      const read = readRouteRules(await readGiven(input));
      if ('faults' in read) throw new UsageError(read.faults);
      const deps = { sql: context.sql, now: () => new Date() };
      await setRoutes(deps, merchantId, read.rules, await input.by());
      return { json: read.rules, text: describeRules(read.rules, merchantId) };
    },
  },
];

async function chosenMerchant({ sql }: CardsContext, { operands: [given] }: Input): Promise<string | null> {
  return given === undefined ? null : (await getMerchant(sql, given)).id;
}

function describeRules(rules: readonly RouteRule[], merchantId: string | null): string {
  const otherwise =
    merchantId === null
      ? 'All payments go by the usual order: CARD_PROCESSORS.'
      : 'The merchant has no rules: those of the installation count.';
  const list = (values: readonly string[] | undefined): string => values?.join(' ') ?? 'all';
  return table(
    ['RULE', 'COUNTRIES', 'CURRENCIES', 'METHODS', 'BRANDS', 'AMOUNT', 'PROCESSORS'],
    rules.map((rule, at) => [
      String(at + 1),
      list(rule.countries),
      list(rule.currencies),
      list(rule.methods),
      list(rule.brands),
      rule.min === undefined && rule.max === undefined ? 'any' : `${rule.min ?? 0} to ${rule.max ?? 'any'}`,
      rule.use
        .map(({ processor, share }) => (share === undefined ? processor : `${processor} (${share} %)`))
        .join(', '),
    ]),
    otherwise,
  );
}

interface Passed {
  processor: string;
  why: string;
}

async function explain(context: CardsContext, merchantId: string | null, input: Input): Promise<Result> {
  const { amount, country, method, brand } = readPayment(input);
  const { processors, config } = await context.openCards();
  // A random id: if rules have shares, another payment may go to another processor.
  const capture = 'automatic' as const;
  const charge = { merchantId: merchantId ?? newId(), id: newId(), amount, capture, country, method };
  const routes = await processors.routesOf(charge, brand);
  const passed = (await processors.accounts())
    .filter(({ merchantId: whose }) => whose === null)
    .filter(({ processor }) => !routes.some((route) => route.processor.name === processor.name))
    .map(({ processor }): Passed => {
      const isUsed = config.used.some((name) => name === processor.name);
      const why =
        (processor.methods.includes(method) ? null : `it does not take ${method}`) ??
        processor.refuses(charge) ??
        (isUsed ? 'the rule leaves it out' : 'CARD_PROCESSORS leaves it out');
      return { processor: processor.name, why };
    });
  return {
    json: { routes: routes.map(shown), passed },
    text: [
      table(
        ['ASKED', 'PROCESSOR', 'KIND', 'WHY'],
        routes.map((route, at) => [String(at + 1), route.processor.name, route.processor.kind, route.why]),
        `Nobody would take ${moneyToDecimal(amount)} ${amount.currency} in ${country}.`,
      ),
      ...passed.map(({ processor, why }) => `Not ${processor}: ${why}.`.replace(/\.\.$/, '.')),
    ].join('\n'),
  };
}

function shown({ processor, accountId, why }: Route) {
  return { processor: processor.name, kind: processor.kind, accountId, why };
}

function readPayment(input: Input): PaymentTerms & { brand: string | null } {
  const method = input.text('method')?.toUpperCase() ?? 'CARDS';
  const country = input.text('country')?.toUpperCase() ?? '';
  const currency = input.text('currency')?.toUpperCase() ?? '';
  const brand = input.text('brand')?.toLowerCase() ?? null;
  const amountMinor = isCurrency(currency)
    ? parseDecimal(input.text('amount') ?? '', exponentOf(currency))
    : 0n;
  const faults = [
    ...(isCountry(country) ? [] : ['--country: must be a country, as three letters of ISO 3166-1.']),
    ...(isCurrency(currency) ? [] : ['--currency: must be a currency of ISO 4217.']),
    ...(typeof amountMinor === 'bigint' && (amountMinor > 0n || !isCurrency(currency))
      ? []
      : [`--amount: must be an amount of ${currency}.`]),
    ...(isMethodCode(method) && isProcessed(method)
      ? []
      : [`--method: must be one of ${processedMethods.join(', ')}.`]),
    ...(brand === null || isCardBrand(brand) ? [] : [`--brand: "${brand}" is not a card brand.`]),
  ];
  if (faults.length > 0 || typeof amountMinor !== 'bigint' || !isMethodCode(method))
    throw new UsageError(faults);
  return { method, amount: { amountMinor, currency }, country, brand };
}
