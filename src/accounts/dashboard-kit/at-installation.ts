import { type Identification, identify } from '../../base/http/identify.ts';
import { notFound } from '../../base/http/server.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import { actorOf } from '../people/person.ts';
import { sessionSecurity } from '../people/session-security.ts';

/**
 * Identifies a signed-in person who asks for the whole installation: these routes do not exist at a merchant. Returns
 * their name in the audit log.
 */
export function atInstallation(people: PeopleAuthenticator): Identification<string> {
  return identify(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (merchant) throw notFound();
    return actorOf(by);
  });
}

/** The common part of the schemas of the operator's routes. */
export const operatorSchema = { tags: ['Dashboard'], security: sessionSecurity };
