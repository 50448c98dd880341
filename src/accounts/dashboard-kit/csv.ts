import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { PasarelaError } from '../../base/ground/errors.ts';
import type { Language } from '../../base/money/language.ts';
import { documentTexts } from '../../base/texts/documents.ts';
import type { Person } from '../people/person.ts';
import { byteOrderMark, type Column, csvRow } from './csv-row.ts';
import { readerLanguage } from './reader-language.ts';

/**
 * Any list as a file. It is read page by page along the list's own cursor and sent as fast as the browser takes it, so that a
 * million rows need no more memory than a thousand; when the browser goes away nothing more is read.
 */

export interface CsvList<Row> {
  /** Without its ending. */
  fileName: string;
  /** The first is the time of a row. */
  columns: readonly Column<Row>[];
  /** Which times the rows can be of, newest first: whoever downloads sees by it how far it is. */
  from: Date;
  to: Date;
  /** The rows that follow a cursor, and the next one; a statement or two of their own. */
  page(cursor: string | null, limit: number): Promise<CsvPage<Row>>;
}

export interface CsvPage<Row> {
  rows: readonly Row[];
  /** null: there is no more. */
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
/** Each keeps a connection to the database busy. */
const maxAtOnce = 2;

/** The answer of an export, in the description of its route. */
export const csvAnswer = {
  description:
    'CSV by RFC 4180 in UTF-8 with a byte order mark. X-Export-From and X-Export-To bound the times of its rows, newest first',
  content: { 'text/csv': { schema: Type.String() as TSchema } },
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
        // Before the head of the answer is sent: what cannot be read is still an error of its own.
        const first = await list.page(null, csvPageSize);
        const stream = Readable.from(csvPages(list, readerLanguage(request, person), first), {
          highWaterMark: 1,
        });
        stream.once('close', release);
        return await reply
          .headers({
            'content-disposition': `attachment; filename="${list.fileName}.csv"`,
            'x-export-from': list.from.toISOString(),
            'x-export-to': list.to.toISOString(),
          })
          .type('text/csv; charset=utf-8')
          .send(stream);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

/** One text a page. */
async function* csvPages<Row>(
  { columns, page }: Pick<CsvList<Row>, 'columns' | 'page'>,
  language: Language,
  first: CsvPage<Row>,
): AsyncGenerator<string> {
  const heads = documentTexts[language].columns;
  yield byteOrderMark + csvRow(columns.map(({ head }) => ({ text: heads[head], isForeign: false })));
  for (let { rows, next } = first; ; { rows, next } = await page(next, csvPageSize)) {
    if (rows.length > 0) yield rows.map((row) => rowText(columns, row)).join('');
    if (next === null) return;
  }
}

function rowText<Row>(columns: readonly Column<Row>[], row: Row): string {
  return csvRow(columns.map(({ of, isForeign = false }) => ({ text: of(row) ?? '', isForeign })));
}
