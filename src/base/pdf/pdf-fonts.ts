import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The fonts of PDF files: Noto Sans (SIL Open Font License), of which a file embeds only the letters it uses. A name in
 * several scripts is written in runs, each in the font that has its letters.
 */

/** The packages, and which of their files are used, the most frequent first. */
const shipped = [
  [
    'noto-sans',
    ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese', 'devanagari'],
  ],
  ['noto-sans-arabic', ['arabic']],
  ['noto-sans-hebrew', ['hebrew']],
  ['noto-sans-thai', ['thai']],
] as const;

export interface Face {
  name: string;
  directory: string;
  has(codePoint: number): boolean;
  /** Written from right to left. */
  isRtl: boolean;
}

export interface Run {
  face: Face;
  text: string;
}

const resolve = createRequire(import.meta.url).resolve;
let known: readonly Face[] | null = null;

/** Read once: some kilobytes that say which letters each file has. */
function faces(): readonly Face[] {
  known ??= shipped.flatMap(([of, subsets]) => {
    const directory = join(resolve(`@fontsource/${of}/package.json`), '..');
    const ranges = JSON.parse(readFileSync(join(directory, 'unicode.json'), 'utf8')) as Record<
      string,
      string
    >;
    return subsets.map((subset) => ({
      name: `${of}-${subset}`,
      directory,
      has: within(ranges[subset] ?? ''),
      isRtl: of === 'noto-sans-arabic' || of === 'noto-sans-hebrew',
    }));
  });
  return known;
}

/** Reads ranges such as "U+0460-052F,U+20B4". */
function within(ranges: string): (codePoint: number) => boolean {
  const pairs = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => pairs.some(([from, to]) => codePoint >= from && codePoint <= to);
}

export function fontOf({ name, directory }: Face, weight: 400 | 700): Buffer {
  return readFileSync(join(directory, 'files', `${name}-${weight}-normal.woff`));
}

/** Direction marks and controls, which have no shape. */
const shapeless = /[\p{Cc}\p{Cf}\p{Cs}]/u;
/** Where a word goes on: spaces, digits and marks keep the font of what is before them, if it has them. */
const neutral = /[\p{Z}\p{N}\p{P}\p{M}]/u;

/** The spaces before, the words, and the spaces behind. */
function withEdgesApart(text: string): [string, string, string] {
  const words = text.trim();
  const start = text.indexOf(words);
  return [text.slice(0, start), words, text.slice(start + words.length)];
}

/**
 * The text in runs of one font each, in the order in which they are seen from left to right. Letters that no shipped font
 * has are left out.
 */
export function runsOf(text: string): Run[] {
  const runs = logicalRuns(text).flatMap(({ face, text: of }) =>
    // The library shapes each word; the order of words is ours.
    face.isRtl ? of.split(/( +)/).flatMap((word) => (word ? { face, text: word } : [])) : { face, text: of },
  );
  if (runs[0]?.face.isRtl) {
    const parts = runs.flatMap(({ face, text: of }) =>
      withEdgesApart(of).flatMap((part) => (part ? { face, text: part } : [])),
    );
    return parts.reverse();
  }
  const seen: Run[] = [];
  let rightToLeft: Run[] = [];
  let spaces: Run[] = [];
  for (const run of runs) {
    if (run.face.isRtl) {
      rightToLeft.unshift(run, ...spaces);
      spaces = [];
    } else if (rightToLeft.length > 0 && run.text.trim() === '') spaces.push(run);
    else {
      seen.push(...rightToLeft, ...spaces, run);
      rightToLeft = [];
      spaces = [];
    }
  }
  return [...seen, ...rightToLeft, ...spaces];
}

function logicalRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const codePoint = letter.codePointAt(0) ?? 0;
    if (shapeless.test(letter)) continue;
    const last = runs.at(-1);
    const stays = last?.face.has(codePoint) && neutral.test(letter) ? last.face : undefined;
    const face = stays ?? faces().find((each) => each.has(codePoint));
    if (!face) continue;
    if (last?.face === face) last.text += letter;
    else runs.push({ face, text: letter });
  }
  return runs;
}
