import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../base/db/ids.ts';
import { isToken } from '../../base/db/token.ts';
import { isClaimToken } from '../../crypto/payouts/claim/claim-secret.ts';
import { loadAssets } from './assets.ts';
import { createPageContext, type Installation } from './page-context.ts';
import { sendPage } from './send-page.ts';
import { type MessageKind, renderMessage } from './views/render.ts';

export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
) => FastifyReply | Promise<FastifyReply>;

/** A page in the checkout's design for unknown URLs and failures that no other page handles. */
export function createErrorPage(config: Pick<Installation, 'mode' | 'operatorName'>): ErrorPage {
  const { mode, operatorName } = config;
  const installation = { mode, operatorName, assets: loadAssets('card') };
  return (request, reply, status) => {
    const context = createPageContext(request, installation, null);
    const kind = kindOf(status);
    const path = kind === 'not_found' ? null : pagePath(request.url);
    const words =
      request.url.startsWith('/payout/') && kind !== 'limited' ? (`payout_${kind}` as const) : kind;
    return sendPage(request, reply, status, context.nonce, renderMessage(context, kind, words, path));
  };
}

function kindOf(status: number): MessageKind {
  if (status === 404) return 'not_found';
  if (status === 429) return 'limited';
  return status >= 500 ? 'unavailable' : 'bad_request';
}

/** The page of the charge, order, payout or payment link, for another attempt; null if the URL belongs to none. */
function pagePath(url: string): string | null {
  const [, page = '', id = ''] = /^\/(pay|crypto|payout|bank-refund|l)\/([^/?]+)/.exec(url) ?? [];
  const isName = { payout: isClaimToken, 'bank-refund': isToken, l: isToken }[page] ?? isId;
  return isName(id) ? `/${page}/${id}` : null;
}
