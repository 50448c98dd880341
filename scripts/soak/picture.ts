import type { Figures } from './figures.ts';
import { processNames } from './world.ts';

/** Three charts under one another, over the same time: answers, latency, memory. */

const width = 960;
const left = 64;
const right = 120;
const height = 170;
const gap = 46;
const colours = ['#1f77b4', '#e07b39', '#2a9d5c', '#8a5cc2'];

interface Line {
  name: string;
  /** null: a gap. */
  values: (number | null)[];
}

export function drawPicture({ samples, marks, total }: Figures): string {
  const x = (seconds: number): number => left + (seconds / total) * (width - left - right);
  const seconds = samples.map(({ atSeconds }) => atSeconds);
  const charts: [title: string, lines: Line[], isLogarithmic: boolean][] = [
    ['answers a second', [{ name: 'answers', values: samples.map(({ perSecond }) => perSecond) }], false],
    [
      'latency of honest clients, ms',
      [
        { name: 'p50', values: samples.map(({ p50 }) => p50) },
        { name: 'p99', values: samples.map(({ p99 }) => p99) },
      ],
      true,
    ],
    [
      'memory of each process, MB',
      processNames.map((name) => ({ name, values: samples.map(({ memory }) => memory[name]) })),
      false,
    ],
  ];
  const all = charts.length * (height + gap) + 40;
  const parts = [
    `<rect width="${width}" height="${all}" fill="#fff"/>`,
    ...charts.map(([title, lines, isLogarithmic], at) => {
      const top = 30 + at * (height + gap);
      return [
        ...samples.map(({ atSeconds, phase }, index) => {
          const from = x(seconds[index - 1] ?? 0);
          const fill = { calm: '#fff', hostile: '#f3f1ea', faults: '#fbe9e4' }[phase];
          return `<rect x="${from.toFixed(1)}" y="${top}" width="${(x(atSeconds) - from + 0.3).toFixed(1)}" height="${height}" fill="${fill}"/>`;
        }),
        ...chart({ title, lines, isLogarithmic, top, x, seconds }),
        ...marks.map(
          ({ atSeconds, name }) =>
            `<line x1="${x(atSeconds).toFixed(1)}" x2="${x(atSeconds).toFixed(1)}" y1="${top}" y2="${top + height}" stroke="#c0392b" stroke-opacity="0.35"><title>${name}</title></line>`,
        ),
      ].join('\n');
    }),
    `<text x="${left}" y="${all - 12}">white: honest clients alone; grey: hostile ones as well; red: and faults, each a line</text>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${all}" font-family="sans-serif" font-size="12" fill="#333">\n<title>Answers, latency and memory during a soak</title>\n${parts.join('\n')}\n</svg>\n`;
}

function chart(of: {
  title: string;
  lines: Line[];
  isLogarithmic: boolean;
  top: number;
  x(seconds: number): number;
  seconds: number[];
}): string[] {
  const { title, lines, isLogarithmic, top, x, seconds } = of;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const most = Math.max(1, ...values);
  const scale = (value: number): number =>
    isLogarithmic ? Math.log10(Math.max(1, value)) / Math.log10(roundUp(most)) : value / roundUp(most);
  const y = (value: number): number => top + height - scale(value) * height;
  const ticks = isLogarithmic
    ? [1, 10, 100, 1_000, 10_000].filter((tick) => tick <= roundUp(most))
    : [0, 0.5, 1].map((part) => part * roundUp(most));
  return [
    `<text x="${left}" y="${top - 8}" font-weight="bold">${title}</text>`,
    ...ticks.map(
      (tick) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="#ddd"/><text x="${left - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${tick}</text>`,
    ),
    ...lines.map(({ values }, at) => {
      let isOpen = false;
      const path = values.map((value, index) => {
        const step =
          value === null
            ? ''
            : `${isOpen ? 'L' : 'M'}${x(seconds[index] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`;
        isOpen = value !== null;
        return step;
      });
      return `<path d="${path.join('')}" fill="none" stroke="${colours[at]}" stroke-width="1.5"/>`;
    }),
    ...lines.map(
      ({ name }, at) =>
        `<text x="${width - right + 10}" y="${top + 14 + at * 18}" fill="${colours[at]}">${name}</text>`,
    ),
    ...[0, 0.25, 0.5, 0.75, 1].map((part) => {
      const second = ((seconds.at(-1) ?? 0) * part) / 60;
      return `<text x="${x(second * 60).toFixed(1)}" y="${top + height + 16}" text-anchor="middle">${second.toFixed(1)} min</text>`;
    }),
  ];
}

/** To the next of 1, 2, 5, 10, 20, 50 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
