import { Type } from 'typebox';
import { findEntries } from '../guides/browser/find-entries.ts';
import { guidesPath, type SearchEntry } from '../guides/guide.ts';
import { type Tool, tool } from './tool.ts';

/** Reading the guides needs no rights, but is recorded like any other call. */
export const guideTools: readonly Tool[] = [
  tool({
    name: 'search_guides',
    title: 'Search the guides',
    description:
      'Finds sections of the guides of this installation: how to charge, verify webhooks, repeat requests, test.',
    kind: 'reads',
    scope: null,
    input: Type.Object({ query: Type.String({ minLength: 2, maxLength: 200, description: 'a few words' }) }),
    async run(client, { query }) {
      await client.key();
      const entries = JSON.parse(await client.readFile(`${guidesPath}/search-en.json`)) as SearchEntry[];
      return findEntries(entries, query).map(([address, page, heading, text]) => ({
        guide: address.replace(/^.*\/docs\/en\/?/, '').split('#', 1)[0] ?? '',
        page,
        heading,
        text: text.slice(0, 500),
      }));
    },
  }),
  tool({
    name: 'read_guide',
    title: 'Read a guide',
    description:
      'One guide as Markdown, by the name that search_guides answers, such as webhooks or charges.',
    kind: 'reads',
    scope: null,
    input: Type.Object({
      guide: Type.String({ pattern: '^[a-z][a-z-]{0,60}$', description: 'its name, such as webhooks' }),
    }),
    async run(client, { guide }) {
      await client.key();
      return { markdown: await client.readFile(`${guidesPath}/en/${guide}.md`) };
    },
  }),
];
