import { Type } from 'typebox';
import { type Identification, identify } from '../../base/http/identify.ts';
import { notFound } from '../../base/http/server.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { PeopleAuthenticator } from '../people/authenticate.ts';
import { actorOf, type SignedIn } from '../people/person.ts';
import { sessionSecurity } from '../people/session-security.ts';

/** A person at a merchant, and their name in the audit log. */
export interface PersonAtMerchant {
  by: SignedIn;
  merchant: Merchant;
  actor: string;
}

/** Identifies the person on routes about one merchant. */
export function atMerchant(people: PeopleAuthenticator): Identification<PersonAtMerchant> {
  return identify(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (!merchant) throw notFound();
    return { by, merchant, actor: actorOf(by) };
  });
}

/** The common part of the schemas of such routes. */
export const atMerchantSchema = {
  tags: ['Dashboard'],
  security: sessionSecurity,
  headers: Type.Object({
    'x-merchant-id': Type.String({ maxLength: 200, description: 'The merchant' }),
  }),
} as const;
