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
import { expirePaymentLink } from './expire-payment-link.ts';
import { type OrderPlay, orderPlays, playOrder } from './order-plays.ts';

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
        'POST /sandbox/orders/{order}': {
          body: { play: '…', network: 'where it is paid, if the order names none' },
          play: orderPlays,
        },
        'POST /sandbox/payment-links/{token}': { body: { play: 'expire' } },
        'POST /sandbox/networks/{network}/freeze': {
          body: { address: 'of a recipient: a payout to it fails', frozen: 'false releases it' },
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
      const { play, method } = readBody(request, {
        play: oneOf(chargePlays),
        method: [isTextOrAbsent, 'must be a method code, such as "PIX"'],
      });
      const { reference } = request.params;
      if (!isId(reference)) throw new PasarelaError('not_found', 'There is no charge with this reference.');
      const host = new URL(addresses().checkoutUrl).host;
      const chosen = (method as string | undefined) ?? null;
      return success('Played', await playCharge({ app, sql, host }, reference, play as ChargePlay, chosen));
    });

    app.post<{ Params: { id: string } }>('/sandbox/orders/:id', options, async (request) => {
      const { play, network } = readBody(request, {
        play: oneOf(orderPlays),
        network: [isTextOrAbsent, 'must be a network, such as "TRC20"'],
      });
      const chosen = (network as string | undefined) ?? null;
      const { id } = request.params;
      return success('Played', await playOrder({ app, sql, chains }, id, play as OrderPlay, chosen));
    });

    app.post<{ Params: { token: string } }>('/sandbox/payment-links/:token', options, async (request) => {
      readBody(request, { play: oneOf({ expire: '' }) });
      const { token } = request.params;
      return success('Played', { did: await expirePaymentLink(sql, token), next: [`GET /l/${token}`] });
    });

    app.post<Network>('/sandbox/networks/:network/freeze', options, async (request) => {
      const { address, frozen = true } = readBody(request, {
        address: [(value) => typeof value === 'string', 'must be an address of the network'],
        frozen: [(value) => value === undefined || typeof value === 'boolean', 'must be true or false'],
      });
      const { network } = request.params;
      const { freezeAddress } = await import('./token-plays.ts');
      const did = await freezeAddress(chains, network, address as string, frozen as boolean);
      return success('Done', { did, next: ['POST /api/payouts: a payout to this address'] });
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
      const { blocks } = readBody(request, {
        blocks: [
          (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxBlocks,
          `must be a whole number from 1 to ${maxBlocks}`,
        ],
      });
      return { rpcUrl: chain.rpcUrl, blocks: blocks as number };
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

type Rule = readonly [isRight: (value: unknown) => boolean, message: string];

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string';
const oneOf = (plays: object): Rule => [
  (value) => typeof value === 'string' && Object.hasOwn(plays, value),
  `must be one of ${Object.keys(plays).join(', ')}`,
];

/** The body's fields, each right by its rule; all faults at once. */
function readBody(request: FastifyRequest, rules: Record<string, Rule>): Record<string, unknown> {
  const body = bodyOf(request);
  const known = Object.keys(rules).join(', ');
  const faults = [
    ...Object.entries(rules).flatMap(([field, [isRight, message]]) =>
      isRight(body[field]) ? [] : [{ field, message }],
    ),
    ...Object.keys(body)
      .filter((field) => !Object.hasOwn(rules, field))
      .map((field) => ({ field, message: `is not known; known are ${known}` })),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  return body;
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
