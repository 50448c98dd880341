import { Table } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../app/language.tsx';

export interface Bar {
  label: string;
  /** Values from bottom to top. */
  values: readonly number[];
  /** The values in words. */
  shown: readonly string[];
  /** The same time of the period before. */
  before?: { value: number; shown: string };
}

interface BarsProps {
  title: string;
  /** The table's headings: the first column, then each part of a bar. */
  heads: readonly [string, ...string[]];
  /** The heading of the period before, drawn as a line. */
  compared?: string;
  bars: readonly Bar[];
  /** Writes a value of the axis in full. */
  write?(value: number): string;
  asTable: string;
}

/** The drawing's own units; it is stretched to its place. */
const [width, height] = [1000, 100];

/**
 * A bar chart over time with an axis, a line for the time before, and its data as a table. The values of one bar are
 * read with the pointer, a finger or the arrow keys: an invisible slider lies over the chart.
 */
export function Bars(props: BarsProps) {
  const { title, bars, asTable } = props;
  const most = Math.max(...bars.map((bar) => Math.max(totalOf(bar), bar.before?.value ?? 0)), 0);
  if (most === 0) return null;
  return (
    <figure className="plot">
      <Plot {...props} ticks={ticksUpTo(most)} />
      <details>
        <summary>
          {asTable}
          <span className="sr-only">: {title}</span>
        </summary>
        <DataTable {...props} />
      </details>
    </figure>
  );
}

function Plot({ title, heads, compared, bars, ticks, write }: BarsProps & { ticks: readonly number[] }) {
  const { locale } = useFormats();
  const [at, show] = useState<number | null>(null);
  const top = ticks.at(-1) ?? 1;
  const step = width / bars.length;
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const high = (value: number): number => (Math.max(0, value) / top) * height;
  const said = (index: number): string => {
    const bar = bars[index];
    if (!bar) return '';
    const parts = bar.shown.map((shown, part) => (heads.length > 2 ? `${heads[part + 1]} ${shown}` : shown));
    return [
      bar.label,
      ...parts,
      ...(compared !== undefined && bar.before ? [`${compared} ${bar.before.shown}`] : []),
    ].join(' · ');
  };
  return (
    <>
      <figcaption className="plot-head">
        <span>{title}</span>
        <output className="numbers">{at === null ? '' : said(at)}</output>
      </figcaption>
      <div className="plot-area">
        <div className="plot-axis" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }} title={write?.(tick)}>
              {compact.format(tick)}
            </span>
          ))}
        </div>
        <div className="plot-field">
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <line key={tick} x1={0} x2={width} y1={height - high(tick)} y2={height - high(tick)} />
            ))}
            {bars.map((bar, index) => {
              let from = height;
              return bar.values.map((value, part) => {
                from -= high(value);
                return (
                  <rect
                    key={`${bar.label} ${heads[part + 1]}`}
                    className={`part-${part}${index === at ? ' here' : ''}`}
                    x={(index + 0.15) * step}
                    y={from}
                    width={step * 0.7}
                    height={high(value)}
                  />
                );
              });
            })}
            {compared !== undefined && (
              <polyline
                points={bars
                  .map(({ before }, index) => `${(index + 0.5) * step},${height - high(before?.value ?? 0)}`)
                  .join(' ')}
              />
            )}
          </svg>
          <input
            type="range"
            min={0}
            max={bars.length - 1}
            value={at ?? bars.length - 1}
            aria-label={title}
            aria-valuetext={said(at ?? bars.length - 1)}
            onChange={(event) => show(Number(event.currentTarget.value))}
            onFocus={() => show(at ?? bars.length - 1)}
            onPointerMove={(event) => {
              const { left, width: wide } = event.currentTarget.getBoundingClientRect();
              const index = Math.floor(((event.clientX - left) / wide) * bars.length);
              show(Math.min(bars.length - 1, Math.max(0, index)));
            }}
            onPointerLeave={() => show(null)}
            onBlur={() => show(null)}
          />
        </div>
        <Labels bars={bars} />
      </div>
      {(heads.length > 2 || compared !== undefined) && (
        <div className="plot-parts">
          {heads.slice(1).map((head, part) => (
            <span key={head} className={`plot-part part-${part}`}>
              {head}
            </span>
          ))}
          {compared !== undefined && <span className="plot-part before">{compared}</span>}
        </div>
      )}
    </>
  );
}

/** About as many as have room on a phone. */
const maxLabels = 5;
/** Every so many bars have a label: quarters of a day, weeks, half years. */
const distances = [1, 2, 3, 4, 6, 7, 14, 30, 91, 182];

function Labels({ bars }: Pick<BarsProps, 'bars'>) {
  const each = distances.find((distance) => bars.length / distance <= maxLabels) ?? bars.length;
  return (
    <div className="plot-labels" aria-hidden="true">
      {bars.map(({ label }, index) =>
        index % each === 0 ? (
          <span key={label} style={{ left: `${(index / bars.length) * 100}%` }}>
            {label}
          </span>
        ) : null,
      )}
    </div>
  );
}

function DataTable({ heads, compared, bars }: BarsProps) {
  const all = compared === undefined ? heads : [...heads, compared];
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {all.map((head, at) => (
            <Table.Th key={head} ta={at === 0 ? 'left' : 'right'}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ label, shown, before }) => (
          <Table.Tr key={label}>
            <Table.Td>{label}</Table.Td>
            {[...shown, ...(compared !== undefined && before ? [before.shown] : [])].map((text, at) => (
              <Table.Td key={all[at + 1]} ta="right" className="numbers">
                {text}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function totalOf({ values }: Bar): number {
  return values.reduce((sum, value) => sum + Math.max(0, value), 0);
}

/** Round values from 0 to at least the largest: two to four steps of 1, 2, 2.5 or 5 times a power of ten. */
function ticksUpTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => most / each <= 4) ?? 10 * power;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
