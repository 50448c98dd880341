import type { CallOptions, Http } from '../http.ts';
import type { Amount } from '../types.ts';
import { exact } from '../types.ts';
import { act } from './sending.ts';

export type ChargePlay =
  | 'approve'
  | 'refuse'
  | 'challenge'
  | 'challenge_failed'
  | 'unknown'
  | 'chargeback'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'refund_refused'
  | 'panel_refund'
  | 'delay'
  | 'expire';

export type OrderPlay = 'expire' | 'late' | 'wrong_token';

/** The server's answer: `did` says what happened, `next` where to look for the result. */
export interface Played {
  did: string;
  next: string;
  status?: string;
}

/**
 * What customers, banks and networks do, for the tests of your shop. A live installation answers 404. Each play takes the
 * way of the real thing; wait for its webhook, or read until the status is the one you expect.
 */
export function sandboxOf(http: Http) {
  const played = (path: string, body: unknown, options?: CallOptions) =>
    act<Played>(http, `/sandbox/${path}`, body, options, { isOnce: true });
  return {
    /** `method`: the way that the customer of a charge of `ALL` chooses. */
    charge: (reference: string, play: ChargePlay, method?: string, options?: CallOptions) =>
      played(`charges/${encodeURIComponent(reference)}`, { play, method }, options),
    /** Pays an order, or a charge's order, from the network's funded account: what is missing, or this amount. */
    payOrder: (id: string, body: { amount?: Amount; network?: string } = {}, options?: CallOptions) =>
      act<unknown>(
        http,
        `/sandbox/wallet/${encodeURIComponent(id)}`,
        body.amount === undefined ? body : { ...body, amount: exact(body.amount) },
        options,
        { isOnce: true, name: null },
      ),
    /** What the customer or the time does to an order besides paying it. `network`: where it is paid, if it names none. */
    order: (id: string, play: OrderPlay, network?: string, options?: CallOptions) =>
      played(`orders/${encodeURIComponent(id)}`, { play, network }, options),
    /** Moves a payment link's end to now. `token`: the last part of its URL. */
    expirePaymentLink: (token: string, options?: CallOptions) =>
      played(`payment-links/${encodeURIComponent(token)}`, { play: 'expire' }, options),
    /** Freezes an address, or releases it, as the token's issuer can: a payout to a frozen one fails. */
    freeze: (network: string, address: string, frozen = true, options?: CallOptions) =>
      played(`networks/${network}/freeze`, { address, frozen }, options),
    mine: (network: string, blocks: number, options?: CallOptions) =>
      played(`networks/${network}/mine`, { blocks }, options),
    /** Replaces the latest blocks by empty ones. */
    reorganise: (network: string, blocks: number, options?: CallOptions) =>
      played(`networks/${network}/reorganise`, { blocks }, options),
  };
}
