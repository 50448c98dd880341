import { addressOf, type Guides } from './guide.ts';

/** The guides for programs that read them whole, as https://llmstxt.org describes. */

/** Each page in a line, with where it is as Markdown. */
export function listGuides({ books }: Guides): string {
  const { menu, guides } = books.en;
  const about = (slug: string): string => guides.find((guide) => guide.slug === slug)?.about ?? '';
  const sections = menu.map(({ title, entries }) => {
    const lines = entries.map(
      (entry) => `- [${entry.title}]({{origin}}${addressOf('en', entry.slug)}.md): ${about(entry.slug)}`,
    );
    return [`## ${title}`, '', ...lines].join('\n');
  });
  const reference = '## Reference\n\n- [OpenAPI]({{origin}}/openapi.json): every operation, field and error';
  return `${['# Pasarela', `> ${about('')}`, ...sections, reference].join('\n\n')}\n`;
}

/** Every page, one after another. */
export function joinGuides({ books }: Guides): string {
  return books.en.guides.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n');
}
