import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Language } from '../../base/money/language.ts';
import { localeOf, regionOfZone } from '../../base/money/region.ts';
import { decimalMarkOf } from '../../base/money/typed-amount.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import type { Person } from '../people/person.ts';
import { byteOrderMark, type Cell, type Column, csvRow } from './csv-row.ts';
import { readerLanguage } from './reader-language.ts';
import { xlsxStream, xlsxType } from './xlsx.ts';

/**
 * Any list as a file. It is read page by page with the list's own cursor and sent as fast as the browser accepts it, so
 * that a million rows need no more memory than a thousand. When the browser disconnects, reading stops.
 */

/** The columns of a file, in every language or in the reader's. */
export type Columns<Row> = readonly Column<Row>[] | ((language: Language) => readonly Column<Row>[]);

export interface CsvList<Row> {
  /** Without its extension. */
  fileName: string;
  /** The first column is the time of a row. */
  columns: Columns<Row>;
  /**
   * The merchant's. Together with the reader's language it decides between a decimal comma and a point. Absent in a file
   * of several merchants.
   */
  timeZone?: string | undefined;
  /** The bounds of the rows' times, newest first: the reader can estimate the progress of the download. */
  from: Date;
  to: Date;
  /** The rows after a cursor, and the next cursor; a statement or two of their own. */
  page(cursor: string | null, limit: number): Promise<CsvPage<Row>>;
}

export interface CsvPage<Row> {
  rows: readonly Row[];
  /** null: no more rows. */
  next: string | null;
}

export interface CsvSender {
  send<Row>(
    request: FastifyRequest,
    reply: FastifyReply,
    to: Person,
    list: CsvList<Row>,
  ): Promise<FastifyReply>;
}

const csvPageSize = 1_000;
/** Each export keeps a database connection busy. */
const maxAtOnce = 2;

/** The answer of an export, for the description of its route. */
export const csvAnswer = {
  description:
    'XLSX if it is accepted, else CSV by RFC 4180 in UTF-8 with a byte order mark; where the reader’s language and the merchant’s country write decimals with a comma, they have one here and semicolons separate the cells. X-Export-From and X-Export-To bound the times of its rows, newest first',
  content: {
    'text/csv': { schema: Type.String() as TSchema },
    [xlsxType]: { schema: Type.Unsafe<Uint8Array>({ type: 'string' }) as TSchema },
  },
};

export function createCsvSender(): CsvSender {
  const underWay = new Map<string, number>();

  function take(personId: string): () => void {
    const taken = underWay.get(personId) ?? 0;
    if (taken >= maxAtOnce) {
      throw new PasarelaError(
        'rate_limited',
        `${maxAtOnce} exports of yours are under way; wait for one to end.`,
        { retryAfterSeconds: 5 },
      );
    }
    underWay.set(personId, taken + 1);
    return () => {
      const left = (underWay.get(personId) ?? 1) - 1;
      if (left > 0) underWay.set(personId, left);
      else underWay.delete(personId);
    };
  }

  return {
    async send(request, reply, person, list) {
      const release = take(person.id);
      try {
        // Read before the headers are sent: a failure can still become a proper error.
        const first = await list.page(null, csvPageSize);
        const language = readerLanguage(request, person);
        const isWorkbook = request.headers.accept?.includes(xlsxType) ?? false;
        const stream = isWorkbook
          ? await workbook(list, language, first)
          : Readable.from(csvPages(list, language, first), { highWaterMark: 1 });
        stream.once('close', release);
        return await reply
          .headers({
            'content-disposition': `attachment; filename="${list.fileName}.${isWorkbook ? 'xlsx' : 'csv'}"`,
            'x-export-from': list.from.toISOString(),
            'x-export-to': list.to.toISOString(),
          })
          .type(isWorkbook ? xlsxType : 'text/csv; charset=utf-8')
          .send(stream);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function workbook<Row>(list: CsvList<Row>, language: Language, first: CsvPage<Row>): Promise<Readable> {
  const columns = columnsOf(list.columns, language);
  const heads = documentTexts[language].columns;
  async function* rows() {
    for await (const page of pagesOf(list, first)) for (const row of page) yield cellsOf(columns, row);
  }
  return xlsxStream(
    columns.map(({ head }) => heads[head]),
    first.rows.map((row) => cellsOf(columns, row)),
    rows(),
  );
}

/** The rows page by page. */
async function* pagesOf<Row>(
  { page }: Pick<CsvList<Row>, 'page'>,
  first: CsvPage<Row>,
): AsyncGenerator<readonly Row[]> {
  for (let { rows, next } = first; ; { rows, next } = await page(next, csvPageSize)) {
    if (rows.length > 0) yield rows;
    if (next === null) return;
  }
}

function columnsOf<Row>(given: Columns<Row>, language: Language): readonly Column<Row>[] {
  return typeof given === 'function' ? given(language) : given;
}

/** Yields one text per page. */
async function* csvPages<Row>(
  list: CsvList<Row>,
  language: Language,
  first: CsvPage<Row>,
): AsyncGenerator<string> {
  const columns = columnsOf(list.columns, language);
  const heads = documentTexts[language].columns;
  const mark = decimalMarkOf(localeOf(language, regionOfZone(list.timeZone ?? 'UTC')));
  yield byteOrderMark +
    csvRow(
      columns.map(({ head }) => ({ text: heads[head], isForeign: false })),
      mark,
    );
  for await (const rows of pagesOf(list, first)) {
    yield rows.map((row) => csvRow(cellsOf(columns, row), mark)).join('');
  }
}

function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): Cell[] {
  return columns.map(({ of, isForeign = false }) => ({ text: of(row) ?? '', isForeign }));
}
