import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { isProcessed } from '../../accounts/methods/methods.ts';
import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { notFound } from '../../base/http/server.ts';
import type { Charge } from '../../payments/charges/charge.ts';
import { findChargeById } from '../../payments/charges/store.ts';
import type { CheckoutDeps } from './checkout.ts';
import { privateHeaders } from './send-page.ts';

/** Whether a charge is paid on the crypto page. */
export async function hasCryptoOrder(
  deps: Pick<CheckoutDeps, 'openCryptoOrder'>,
  charge: Charge,
): Promise<boolean> {
  return !isProcessed(charge.method) && (await deps.openCryptoOrder(charge));
}

export function toCryptoPage(reply: FastifyReply, charge: Charge): FastifyReply {
  return reply.headers(privateHeaders).redirect(`/crypto/${charge.id}`, 303);
}

/** The only route under `/pay` in an installation that takes no cards. */
export function payRedirect(deps: Pick<CheckoutDeps, 'openCryptoOrder'> & { sql: Sql }): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { id: string } }>(
      '/pay/:id',
      { config: { face: 'checkout' }, schema: { hide: true } },
      async (request, reply) => {
        const charge = isId(request.params.id) ? await findChargeById(deps.sql, request.params.id) : null;
        if (!charge || !(await hasCryptoOrder(deps, charge))) throw notFound();
        return toCryptoPage(reply, charge);
      },
    );
  };
}
