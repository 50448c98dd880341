import { setTimeout as wait } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { ProcessorMovement } from '../../charges/payment-processor.ts';
import { fromWritten } from './amounts.ts';
import type { Api } from './api.ts';
import { parseReport } from './csv.ts';
import { isAttemptId } from './payments.ts';

/** The report "Account money", which Mercado Pago writes on request: every movement, with its fee. */

const path = '/v1/account/settlement_report';

/** The report of a busy day is written within minutes. */
const defaultPollMs = 10_000;
const patienceMs = 30 * 60 * 1000;

const Requested = Type.Object({ id: Type.Union([Type.Integer(), Type.String()]) });

const Report = Type.Object({
  id: Type.Union([Type.Integer(), Type.String()]),
  status: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  file_name: Type.Optional(Type.Union([Type.String({ pattern: '^[\\w.-]{1,200}$' }), Type.Null()])),
  begin_date: Type.Optional(Type.String()),
  end_date: Type.Optional(Type.String()),
});
type Report = Static<typeof Report>;

const ReportList = Type.Array(Report);

const Text = Type.String();

const kinds = new Map<string, ProcessorMovement['kind']>([
  ['SETTLEMENT', 'payment'],
  ['REFUND', 'refund'],
  ['REFUND_CANCEL', 'refund_failed'],
  ['CHARGEBACK', 'dispute'],
  ['CHARGEBACK_CANCEL', 'dispute_won'],
  ['WITHDRAWAL', 'payout'],
  ['PAYOUT', 'payout'],
]);

const neededColumns = [
  'EXTERNAL_REFERENCE',
  'SOURCE_ID',
  'TRANSACTION_TYPE',
  'TRANSACTION_AMOUNT',
  'TRANSACTION_CURRENCY',
  'TRANSACTION_DATE',
  'SETTLEMENT_NET_AMOUNT',
  'SETTLEMENT_DATE',
] as const;

export async function* readMovements(
  api: Api,
  files: Pick<Api, 'get'>,
  range: { from: Date; to: Date },
  pollMs = defaultPollMs,
): AsyncGenerator<ProcessorMovement> {
  const fileName = await awaitReport(api, range, pollMs);
  const text = await files.get(`${path}/${encodeURIComponent(fileName)}`, Text);
  if ('cause' in text) throw new Error(`The report could not be read. ${text.cause}`);
  const rows = parseReport(text.value);
  const missing = rows[0] ? neededColumns.filter((column) => !(column in (rows[0] ?? {}))) : [];
  if (missing.length > 0)
    throw new Error(`The report lacks ${missing.join(', ')}: choose these columns in its settings.`);
  yield* rows.map(toLine).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Requests the report unless it was requested before, and waits until it is written. Returns the name of its file. */
async function awaitReport(api: Api, range: { from: Date; to: Date }, pollMs: number): Promise<string> {
  const begin_date = toSecond(range.from);
  const end_date = toSecond(range.to);
  const isOurs = (report: Report) =>
    isSameTime(report.begin_date, begin_date) && isSameTime(report.end_date, end_date);
  let id = (await listReports(api)).find((report) => isOurs(report) && report.status !== 'failed')?.id;
  if (id === undefined) {
    const asked = await api.post(path, `${begin_date}/${end_date}`, { begin_date, end_date }, Requested);
    if ('cause' in asked) throw new Error(`The report could not be asked for. ${asked.cause}`);
    id = asked.value.id;
  }
  for (const endsAt = performance.now() + patienceMs; performance.now() < endsAt; await wait(pollMs)) {
    const report = (await listReports(api)).find((each) => String(each.id) === String(id));
    if (report?.status === 'failed') throw new Error('Mercado Pago could not write the report.');
    if (report?.file_name) return report.file_name;
  }
  throw new Error(`Mercado Pago did not write the report within ${patienceMs / 60_000} minutes.`);
}

function isSameTime(told: string | undefined, asked: string): boolean {
  return Date.parse(told ?? '') === Date.parse(asked);
}

async function listReports(api: Api): Promise<Report[]> {
  const list = await api.get(`${path}/list`, ReportList);
  if ('cause' in list) throw new Error(`The reports could not be listed. ${list.cause}`);
  return list.value;
}

function toLine(row: Record<string, string>): ProcessorMovement {
  const get = (name: (typeof neededColumns)[number]) => row[name] ?? '';
  const type = get('TRANSACTION_TYPE');
  const currency = get('TRANSACTION_CURRENCY');
  const gross = fromWritten(get('TRANSACTION_AMOUNT'), currency);
  const net = fromWritten(get('SETTLEMENT_NET_AMOUNT'), currency);
  const date = get('SETTLEMENT_DATE') || get('TRANSACTION_DATE');
  const at = new Date(date);
  if (gross === null || net === null || Number.isNaN(at.getTime()))
    throw new Error('The report holds a movement that we do not understand.');
  const reference = get('EXTERNAL_REFERENCE');
  return {
    // All movements of a payment have the payment's own id.
    lineId: `${get('SOURCE_ID')} ${type} ${at.toISOString()} ${gross}`,
    kind: kinds.get(type) ?? 'other',
    attemptId: isAttemptId(reference) ? reference : null,
    refundId: null,
    disputeId: null,
    amount: { amountMinor: gross, currency },
    feeMinor: gross - net,
    at,
  };
}

/** Mercado Pago accepts no fractions of a second. */
function toSecond(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
