import { Table } from '@mantine/core';

export interface Bar {
  label: string;
  /** Values from bottom to top. */
  values: readonly number[];
  /** The values in words. */
  shown: readonly string[];
}

const height = 140;
const width = 600;

/** A bar chart over time, with its data as a table. */
export function Bars({
  title,
  heads,
  bars,
  asTable,
}: {
  title: string;
  /** The table's headings: the first column, then each part of a bar. */
  heads: readonly [string, ...string[]];
  bars: readonly Bar[];
  asTable: string;
}) {
  const total = ({ values }: Bar): number => values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const most = Math.max(...bars.map(total), 0);
  if (most === 0) return null;
  const step = width / bars.length;
  const thick = Math.max(1, step - Math.min(4, step / 4));
  return (
    <figure className="plot">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={title}>
        {bars.map((bar, at) => {
          let top = height;
          return bar.values.map((value, part) => {
            const high = (Math.max(0, value) / most) * (height - 4);
            top -= high;
            return (
              <rect
                key={`${bar.label} ${heads[part + 1]}`}
                className={`part-${part}`}
                x={at * step}
                y={top}
                width={thick}
                height={high}
              >
                <title>{`${bar.label}: ${bar.shown[part]}`}</title>
              </rect>
            );
          });
        })}
      </svg>
      {heads.length > 2 && (
        <div className="plot-parts">
          {heads.slice(1).map((head, part) => (
            <span key={head} className={`plot-part part-${part}`}>
              {head}
            </span>
          ))}
        </div>
      )}
      <div className="plot-ends">
        <span>{bars[0]?.label}</span>
        <span>{bars.length > 1 ? bars.at(-1)?.label : ''}</span>
      </div>
      <details>
        <summary>{asTable}</summary>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, at) => (
                <Table.Th key={head} ta={at === 0 ? 'left' : 'right'}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map(({ label, shown }) => (
              <Table.Tr key={label}>
                <Table.Td>{label}</Table.Td>
                {shown.map((text, at) => (
                  <Table.Td key={heads[at + 1]} ta="right" className="numbers">
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </figure>
  );
}
