import { type TableSize, tableSizes } from '../../../base/db/schema/sizes.ts';
import type { Command } from '../command.ts';
import { table } from '../format.ts';

export const databaseSizesCommand: Command = {
  name: 'database sizes',
  summary: 'Show the disk size of each table with its indexes and partitions, in total and per row',
  operands: [],
  options: {},
  needs: 'database',
  async run({ sql }) {
    const sizes = await tableSizes(sql);
    return {
      json: sizes.map((size) => ({ ...size, bytesPerRow: perRow(size, size.tableBytes + size.indexBytes) })),
      text: table(
        ['TABLE', 'ROWS', 'PARTITIONS', 'MB', 'OF INDEXES', 'BYTES A ROW', 'OF INDEXES'],
        sizes.map((size) => [
          size.table,
          String(size.rows),
          size.partitions === 0 ? '' : String(size.partitions),
          megabytes(size.tableBytes + size.indexBytes),
          megabytes(size.indexBytes),
          String(perRow(size, size.tableBytes + size.indexBytes) ?? ''),
          String(perRow(size, size.indexBytes) ?? ''),
        ]),
        '',
      ),
    };
  },
};

/** With fewer rows, the pages of an empty table would distort the size per row. */
const fewRows = 1_000n;

function perRow({ rows }: TableSize, bytes: bigint): number | null {
  return rows < fewRows ? null : Number(bytes / rows);
}

function megabytes(bytes: bigint): string {
  return (Number(bytes) / 1_000_000).toFixed(1);
}
