import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Merchant } from '../../accounts/merchants/merchant.ts';
import type { PeopleAuthenticator, PersonAtPlace } from '../../accounts/people/authenticate.ts';
import { sessionSecurity } from '../../accounts/people/session-security.ts';
import type { Sql } from '../../base/db/pool.ts';
import { identify } from '../../base/http/identify.ts';
import { readId } from '../../base/http/request/list-values.ts';
import { notFound } from '../../base/http/server.ts';
import { findPayoutById, type Payout } from './store.ts';

/** Shared by the payout routes: the caller, the merchant and the payout. */

export const nullableText = Type.Union([Type.String(), Type.Null()]);
export const payoutParams = Type.Object({ payout: Type.String() });

const merchantHeader = Type.String({ maxLength: 200, description: 'The merchant' });
export const atMerchant = {
  tags: ['Dashboard'],
  security: sessionSecurity,
  headers: Type.Object({ 'x-merchant-id': merchantHeader }),
};
export const atAnyPlace = {
  tags: ['Dashboard'],
  security: sessionSecurity,
  headers: Type.Object({
    'x-merchant-id': Type.Optional({
      ...merchantHeader,
      description: 'The merchant; all merchants if absent',
    }),
  }),
};

export function placesOfPayouts({ sql, people }: { sql: Sql; people: PeopleAuthenticator }) {
  const anywhere = identify<PersonAtPlace>(people.atPlace);
  const here = identify<PersonAtPlace & { merchant: Merchant }>(async (request) => {
    const { by, merchant } = await people.atPlace(request);
    if (!merchant) throw notFound();
    return { by, merchant };
  });
  /** A payout of another merchant counts as not found. */
  async function payoutOf(request: FastifyRequest, named: string): Promise<Payout> {
    const { merchant } = anywhere.callerOf(request);
    const id = readId(named);
    const payout = id && (await findPayoutById(sql, id));
    if (!payout || (merchant && payout.merchantId !== merchant.id)) throw notFound();
    return payout;
  }
  return { anywhere, here, payoutOf };
}
