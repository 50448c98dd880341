import { type Identification, identify } from '../../base/http/identify.ts';
import { notFound } from '../../base/http/server.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import { actorOf } from '../people/person.ts';
import { sessionSecurity } from '../people/session-security.ts';

/** Who signed in and asks for the whole installation: at a merchant none of this is there. The answer is what the audit log calls them. */
export function atInstallation(people: PeopleAuthenticator): Identification<string> {
  return identify(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (merchant) throw notFound();
    return actorOf(by);
  });
}

/** What the schemas of the operator's routes have in common. */
export const operatorSchema = { tags: ['Dashboard'], security: sessionSecurity };
