import { type Static, Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import { validationFailed } from '../../base/ground/errors.ts';
import { envelope, errors, success } from '../../base/http/envelope.ts';
import type { App } from '../../base/http/server.ts';
import { merchantText } from '../../payments/charges/charge-request.ts';
import type { CloseDeps } from './close-payment-link.ts';
import { changeSeries, findSeries, type InvoiceSeries, numberInSeries } from './invoice-series.ts';

type Deps = Pick<CloseDeps, 'sql' | 'now'> & { people: Parameters<typeof atMerchant>[0] };

const seriesShape = Type.Object({ prefix: Type.String(), next: Type.String(), number: Type.String() });
const seriesBody = Type.Object({
  prefix: merchantText(20),
  next: Type.String({
    maxLength: 12,
    pattern: '^[0-9]{1,12}$',
    expected: 'digits, such as "0042"',
    description: 'The next number; leading zeros say how many digits it has at least',
  }),
});

function shape(series: InvoiceSeries): Static<typeof seriesShape> {
  const { prefix, nextNumber, digits } = series;
  return { prefix, next: nextNumber.toString().padStart(digits, '0'), number: numberInSeries(series) };
}

/** The numbers of a merchant's invoices. */
export function invoiceSeriesRoutes(app: App, deps: Deps): void {
  const someone = atMerchant(deps.people);
  const { onRequest } = someone;
  const config = { face: 'api' } as const;

  app.get(
    '/dashboard/api/invoice-numbers',
    {
      config,
      onRequest,
      schema: {
        operationId: 'readInvoiceNumbers',
        summary: 'Read which number the next invoice gets',
        ...atMerchantSchema,
        'x-permission': 'links.read',
        response: { 200: envelope(seriesShape), ...errors(401, 403, 404) },
      },
    },
    async (request) => {
      const { merchant } = someone.callerOf(request);
      return success('Numbers of invoices', shape(await findSeries(deps.sql, merchant.id)));
    },
  );

  app.put(
    '/dashboard/api/invoice-numbers',
    {
      config,
      onRequest,
      schema: {
        operationId: 'changeInvoiceNumbers',
        summary: 'Change which numbers the next invoices get',
        ...atMerchantSchema,
        'x-permission': 'links.manage',
        body: seriesBody,
        response: { 200: envelope(seriesShape), ...errors(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async (request) => {
      const { merchant, actor } = someone.callerOf(request);
      const { prefix, next } = request.body;
      const nextNumber = BigInt(next);
      if (nextNumber === 0n) throw validationFailed([{ field: 'next', message: 'must be more than 0' }]);
      const series = { prefix: prefix.trim(), nextNumber, digits: next.length };
      await changeSeries(deps, merchant.id, series, actor);
      return success('The numbers are changed', shape(series));
    },
  );
}
