import type { GuideLanguage } from '../../base/texts/guides.ts';

/** The guides as scripts/build-guides.ts makes them of the Markdown in docs/integrate. */

export interface Guide {
  /** The last part of its address; '' is the first page. */
  slug: string;
  title: string;
  /** The first paragraph, for search engines. */
  about: string;
  /** Has placeholders such as `{{origin}}`, like `markdown`. */
  html: string;
  markdown: string;
  /** The headings that "On this page" lists. */
  headings: { id: string; text: string }[];
}

export interface MenuEntry {
  title: string;
  slug: string;
  /** English where the page is not translated. */
  language: GuideLanguage;
}

export interface Book {
  menu: { title: string; entries: MenuEntry[] }[];
  guides: Guide[];
}

export interface Guides {
  version: string;
  books: Record<GuideLanguage, Book>;
}

/** The answer of the search index's address: one entry for each heading. */
export type SearchEntry = [address: string, page: string, heading: string, text: string];

export const guidesPath = '/docs';

export function addressOf(language: GuideLanguage, slug: string): string {
  return slug === '' ? `${guidesPath}/${language}` : `${guidesPath}/${language}/${slug}`;
}
