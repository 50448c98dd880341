import formbody from '@fastify/formbody';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { isId } from '../../base/db/ids.ts';
import type { Sql } from '../../base/db/pool.ts';
import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';
import type { Addresses } from '../../base/http/addresses.ts';
import { success } from '../../base/http/envelope.ts';
import { rpc } from '../chains/rpc.ts';
import type { WalletChains } from '../test-wallet/send-tokens.ts';
import { type ChargePlay, chargePlays, playCharge, refused } from './charge-plays.ts';

export interface PlayDeps {
  sql: Sql;
  chains: WalletChains;
  addresses(): Addresses;
}

/** A chain holds its blocks in memory. */
const maxBlocks = 100;
const options = { config: { face: 'api' as const }, schema: { hide: true }, bodyLimit: 1024 };

/**
 * What customers, banks and networks can do in the sandbox, so that a shop's own tests need no browser. Each play takes
 * the way of the page, the acquirer and the chain.
 */
export function playRoutes({ sql, chains, addresses }: PlayDeps): FastifyPluginAsync {
  return async (app) => {
    if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody);

    app.get('/sandbox', options, async () =>
      success('What can be played here', {
        'POST /sandbox/charges/{reference}': {
          body: { play: '…', method: 'for a charge of ALL' },
          play: chargePlays,
        },
        'POST /sandbox/wallet/{order}': {
          body: { amount: 'absent: what is missing; less, or more', network: [...chains.keys()] },
        },
        'POST /sandbox/networks/{network}/mine': { body: { blocks: `1 to ${maxBlocks}` } },
        'POST /sandbox/networks/{network}/reorganise': {
          body: { blocks: `1 to ${maxBlocks}: the latest are replaced by empty ones` },
        },
        'POST /sandbox/pay/{reference}': {
          body: { decision: 'pay, refuse or delay', amount: 'or another one' },
        },
      }),
    );

    app.post<{ Params: { reference: string } }>('/sandbox/charges/:reference', options, async (request) => {
      const { play, method, ...others } = bodyOf(request);
      const faults = [
        ...(typeof play === 'string' && Object.hasOwn(chargePlays, play)
          ? []
          : [{ field: 'play', message: `must be one of ${Object.keys(chargePlays).join(', ')}` }]),
        ...(method === undefined || typeof method === 'string'
          ? []
          : [{ field: 'method', message: 'must be a method code, such as "PIX"' }]),
        ...Object.keys(others).map((field) => ({ field, message: 'is not known; known are play, method' })),
      ];
      if (faults.length > 0) throw validationFailed(faults);
      const { reference } = request.params;
      if (!isId(reference)) throw new PasarelaError('not_found', 'There is no charge with this reference.');
      const host = new URL(addresses().checkoutUrl).host;
      const chosen = (method as string | undefined) ?? null;
      return success('Played', await playCharge({ app, sql, host }, reference, play as ChargePlay, chosen));
    });

    app.post<Network>('/sandbox/networks/:network/mine', options, async (request) => {
      const { rpcUrl, blocks } = target(request);
      for (let count = 0; count < blocks; count++) await rpc(rpcUrl, 'evm_mine');
      return success('Mined', await told(rpcUrl, `${blocks} blocks were added.`));
    });

    app.post<Network>('/sandbox/networks/:network/reorganise', options, async (request) => {
      const { rpcUrl, blocks } = target(request);
      const head = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'));
      if (blocks >= head - 1)
        throw refused('blocks', `is too many: the chain has ${head}, and keeps the first two`);
      await rpc(rpcUrl, 'anvil_reorg', [blocks, []]);
      return success(
        'Reorganised',
        await told(rpcUrl, `The latest ${blocks} blocks were replaced by empty ones.`),
      );
    });

    function target(request: FastifyRequest<Network>): { rpcUrl: string; blocks: number } {
      const chain = chains.get(request.params.network);
      if (!chain) {
        throw new PasarelaError(
          'not_found',
          `There is no such network here; there are ${[...chains.keys()].join(', ') || 'none'}.`,
        );
      }
      const { blocks } = bodyOf(request);
      if (typeof blocks !== 'number' || !Number.isInteger(blocks) || blocks < 1 || blocks > maxBlocks) {
        throw refused('blocks', `must be a whole number from 1 to ${maxBlocks}`);
      }
      return { rpcUrl: chain.rpcUrl, blocks };
    }
  };
}

interface Network {
  Params: { network: string };
}

async function told(rpcUrl: string, did: string) {
  const head = Number(await rpc<string>(rpcUrl, 'eth_blockNumber'));
  return { did, head, next: ['GET /payment/{order}: what the network shows now'] };
}

/** Another site must not play here by its visitors. */
function bodyOf({ headers, body }: FastifyRequest): Record<string, unknown> {
  const site = headers['sec-fetch-site'];
  if (
    (site !== undefined && site !== 'same-origin') ||
    !headers['content-type']?.startsWith('application/json')
  ) {
    throw new PasarelaError('foreign_origin', 'Plays are sent by programs, as application/json.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PasarelaError('invalid_json', 'Send a JSON object.');
  }
  return body as Record<string, unknown>;
}
