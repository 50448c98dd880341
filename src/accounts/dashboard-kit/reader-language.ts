import type { FastifyRequest } from 'fastify';
import { type Language, languages } from '../../base/money/language.ts';
import type { Person } from '../people/person.ts';

/** The language of a file: the page's, which the request names, otherwise the person's own. */
export function readerLanguage({ headers }: FastifyRequest, person: Person): Language {
  const named = headers['accept-language']?.slice(0, 2).toLowerCase();
  return languages.find((language) => language === named) ?? person.language;
}
