import { Type } from 'typebox';
import { boundsOf, type Merchant, servedCurrencies } from '../../../accounts/merchants/merchant.ts';
import type { Authenticator } from '../../../accounts/merchants/sessions/authenticate.ts';
import { readSecurity } from '../../../accounts/merchants/sessions/routes.ts';
import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import { type FieldFault, validationFailed } from '../../../base/ground/errors.ts';
import { envelope, errors, success } from '../../../base/http/envelope.ts';
import { identify } from '../../../base/http/identify.ts';
import { faultsOf } from '../../../base/http/request/validation.ts';
import type { App } from '../../../base/http/server.ts';
import { isCountry } from '../../../base/money/country.ts';
import { exponentOf, isCurrency } from '../../../base/money/currency.ts';
import { moneyToDecimal, parseDecimal } from '../../../base/money/money.ts';
import { type OfferDeps, offersOf } from './offers.ts';

export interface MethodRoutesDeps extends OfferDeps {
  authenticator: Authenticator;
}

const methodsQuery = Type.Object(
  {
    country: Type.Optional(
      Type.String({
        maxLength: 3,
        description: 'ISO 3166-1 alpha-3. With currency: only what can be used there',
      }),
    ),
    currency: Type.Optional(Type.String({ maxLength: 3, description: 'ISO 4217' })),
    amount: Type.Optional(
      Type.String({ maxLength: 20, description: 'A decimal. With country and currency: only what takes it' }),
    ),
  },
  { additionalProperties: false },
);

const methodShape = Type.Object(
  {
    method_code: Type.String(),
    method_category: Type.String(),
    way: Type.Enum(['card', 'redirect', 'instructions', 'chain'], {
      description:
        'card: on a card form. redirect: on the page of a bank or a wallet. instructions: the customer is shown a code, an account or a voucher and pays elsewhere. chain: to an address',
    }),
    payable_hours: Type.Union([Type.Integer(), Type.Null()], {
      description: 'instructions: how long the customer may take to pay',
    }),
    countries: Type.Array(Type.String(), { description: 'Empty: every country' }),
    currencies: Type.Array(Type.String(), { description: 'Empty: every currency' }),
    bounds: Type.Record(Type.String(), Type.Object({ min: Type.String(), max: Type.String() }), {
      description: 'Amounts by currency, for the currencies named and those with bounds of their own',
    }),
  },
  { 'x-name': 'PaymentMethod' },
);

export function methodRoutes(app: App, deps: MethodRoutesDeps): void {
  const byAny = identify(deps.authenticator.byAny);

  app.get(
    '/api/payment-methods',
    {
      config: { face: 'api' },
      onRequest: byAny.onRequest,
      attachValidation: true,
      schema: {
        operationId: 'listPaymentMethods',
        summary: 'List the payment methods available to the merchant',
        description:
          'With `country` and `currency`: what can be offered there now, in the order in which the payment page shows it. With `amount`, too: what takes that amount.',
        tags: ['Account'],
        security: readSecurity,
        'x-scope': 'any',
        querystring: methodsQuery,
        response: { 200: envelope(Type.Array(methodShape)), ...errors(401, 403, 422) },
      },
    },
    async (request) => {
      const merchant = byAny.callerOf(request);
      const faults = faultsOf(request.validationError?.validation ?? []);
      const place = readPlace(request.query, faults);
      if (faults.length > 0) throw validationFailed(faults);
      return success('Payment methods', place ? await offered(merchant, place) : allowed(merchant));
    },
  );

  async function offered(merchant: Merchant, place: Place) {
    const offers = await offersOf(deps, merchant, place);
    return offers.map(({ method, bounds: { min, max } }) => ({
      ...shapeOf(method),
      countries: [place.country],
      currencies: [place.currency],
      bounds: { [place.currency]: { min: moneyToDecimal(min), max: moneyToDecimal(max) } },
    }));
  }

  /** By the merchant's rules alone. */
  function allowed({ settings }: Merchant) {
    return settings.methods
      .filter(({ methodCode }) => deps.isServed(methodCode) && !settings.methodsOff.includes(methodCode))
      .flatMap((rule) => {
        const row = methods[rule.methodCode];
        const currencies = servedCurrencies(rule, deps.isServed);
        if (!currencies) return [];
        return {
          ...shapeOf(rule.methodCode),
          countries: rule.countries.length > 0 ? rule.countries : [...row.countries],
          currencies,
          bounds: Object.fromEntries(
            [...new Set([...currencies, ...Object.keys(rule.bounds)])].map((currency) => {
              const { min, max } = boundsOf(rule, currency);
              return [currency, { min: moneyToDecimal(min), max: moneyToDecimal(max) }];
            }),
          ),
        };
      });
  }
}

function shapeOf(code: MethodCode) {
  const { category, way, payableHours } = methods[code];
  // The rows that a merchant may have are none of choice.
  return {
    method_code: code,
    method_category: category,
    way: way as Exclude<typeof way, 'choice'>,
    payable_hours: payableHours,
  };
}

interface Place {
  country: string;
  currency: string;
  amountMinor: bigint | null;
}

/** null: no place is named. Adds what is wrong to the faults. */
function readPlace(
  query: { country?: string; currency?: string; amount?: string },
  faults: FieldFault[],
): Place | null {
  const { country, currency, amount } = query;
  if (country === undefined && currency === undefined && amount === undefined) return null;
  const refuse = (field: string, message: string): null => {
    faults.push({ field, message });
    return null;
  };
  if (country === undefined) refuse('country', 'is needed with currency and amount');
  else if (!isCountry(country)) refuse('country', `"${country}" is not an ISO 3166-1 alpha-3 country code`);
  if (currency === undefined) return refuse('currency', 'is needed with country and amount');
  if (!isCurrency(currency)) return refuse('currency', `"${currency}" is not an ISO 4217 currency code`);
  const amountMinor = amount === undefined ? null : parseDecimal(amount, exponentOf(currency));
  if (amountMinor !== null && (typeof amountMinor === 'string' || amountMinor <= 0n)) {
    return refuse('amount', `must be an amount of ${currency} greater than 0, e.g. "100"`);
  }
  return country === undefined ? null : { country, currency, amountMinor };
}
