import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's Markdown files: their links, headings and shell blocks. Paths are relative to the checkout. */

const checkout = join(import.meta.dirname, '../..');

export const isThere = (path: string): boolean => existsSync(join(checkout, path));

export function textOf(path: string): string {
  return readFileSync(join(checkout, path), 'utf8');
}

export function filesOf(...patterns: string[]): string[] {
  const exclude = (name: string) => /(^|\/)(node_modules|dist|\.data)$/.test(name);
  return globSync(patterns, { cwd: checkout, exclude }).toSorted();
}

export const documents = filesOf('*.md', '.github/**/*.md', '*/**/*.md');

export interface Reference {
  /** The target as written in the document. */
  target: string;
  /** The file it leads to. */
  path: string;
  anchor: string | undefined;
}

const withoutBlocks = (text: string): string => text.replaceAll(/^ *```.*?^ *```$/gms, '');

/** Links to files and headings of the project; images count as well. */
export function referencesOf(document: string): Reference[] {
  return [...withoutBlocks(textOf(document)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#');
      return { target, path: path === '' ? document : join(dirname(document), path), anchor };
    });
}

/** The anchors that GitHub gives the headings of a file. */
export function anchorsOf(document: string): Set<string> {
  const headings = [...withoutBlocks(textOf(document)).matchAll(/^#+ (.*)$/gm)];
  return new Set(
    headings.map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The README and the pages that its reader opens next, in the order of the indexes. */
export function pagesInOrder(): string[] {
  const indexes = ['README.md', 'docs/integrate/README.md', 'docs/operate/README.md'];
  const pages = indexes.flatMap((index) => {
    const folder = `${dirname(index)}/`;
    return [index, ...referencesOf(index).map(({ path }) => path)].filter(
      (path) => path === index || (path.startsWith(folder) && path.endsWith('.md')),
    );
  });
  return [...new Set(pages)];
}

/** The blocks that a reader pastes into a shell. Blocks in `text` are not meant to be run unchanged. */
export function shellBlocksOf(document: string): string[] {
  return [...textOf(document).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
