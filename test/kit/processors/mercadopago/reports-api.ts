import type { FastifyInstance } from 'fastify';
import { moneyToDecimal } from '../../../../src/base/money/money.ts';
import type { Books, Movement } from './books.ts';
import type { createFaults } from './faults.ts';

interface Report {
  id: number;
  from: number;
  to: number;
  /** It is ready after this many polls. */
  looksLeft: number;
}

const columns =
  'EXTERNAL_REFERENCE,SOURCE_ID,METADATA,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_CURRENCY,TRANSACTION_DATE,' +
  'FEE_AMOUNT,SETTLEMENT_NET_AMOUNT,SETTLEMENT_CURRENCY,SETTLEMENT_DATE';

/** The report "Account money": requested, written after a while, fetched as a file. */
export function addReportsApi(
  app: FastifyInstance,
  books: Books,
  faults: ReturnType<typeof createFaults>,
): void {
  const path = '/v1/account/settlement_report';
  const { currency } = books.site;
  const reports: Report[] = [];

  const written = (amountMinor: bigint) => moneyToDecimal({ amountMinor, currency });

  function toRow({ type, sourceId, reference, grossMinor, netMinor, at }: Movement): string {
    const date = new Date(at - 4 * 3_600_000).toISOString().replace('Z', '-04:00');
    const amounts = [written(grossMinor), currency, date, written(netMinor - grossMinor), written(netMinor)];
    // Mercado Pago puts raw JSON, with its own quotes, into a field.
    return [
      reference,
      sourceId,
      '"[{"tries":3,"user":"guest, new"}]"',
      type,
      ...amounts,
      currency,
      date,
    ].join(',');
  }

  app.post(path, (request, reply) =>
    faults.meet(request, reply, () => {
      const { begin_date, end_date } = request.body as { begin_date?: string; end_date?: string };
      const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
      if (!pattern.test(begin_date ?? '') || !pattern.test(end_date ?? ''))
        return { status: 400, body: { message: 'invalid_begin_date', error: 'bad_request', status: 400 } };
      const report = {
        id: 900_000 + reports.length,
        from: Date.parse(begin_date ?? ''),
        to: Date.parse(end_date ?? ''),
        looksLeft: 2,
      };
      reports.push(report);
      return { status: 202, body: { id: report.id, status: 'pending', created_from: 'manual' } };
    }),
  );

  app.get(`${path}/list`, () =>
    reports.map((report) => {
      const isReady = report.looksLeft-- <= 0;
      return {
        id: report.id,
        begin_date: new Date(report.from).toISOString().replace('.000', ''),
        end_date: new Date(report.to).toISOString().replace('.000', ''),
        status: isReady ? 'processed' : 'pending',
        ...(isReady && { file_name: `settlement-report-${report.id}.csv` }),
      };
    }),
  );

  app.get(`${path}/:file`, (request, reply) => {
    const { file } = request.params as { file: string };
    const report = reports.find(({ id }) => file === `settlement-report-${id}.csv`);
    if (!report) return reply.code(404).send({ message: 'not found', error: 'not_found', status: 404 });
    const rows = books.movements.filter(({ at }) => at >= report.from && at < report.to).map(toRow);
    return reply.type('text/csv').send([columns, ...rows, ''].join('\r\n'));
  });
}
