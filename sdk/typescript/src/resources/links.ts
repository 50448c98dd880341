import type { CallOptions, Http } from '../http.ts';
import { type List, list } from '../paging.ts';
import type { BodyOf, DataOf, QueryOf, Schemas } from '../types.ts';
import { act, get } from './sending.ts';

/** Payment links and invoices. */
export function linksOf(http: Http) {
  const path = '/api/payment-links';
  const at = (id: string, rest = ''): string => `${path}/${encodeURIComponent(id)}${rest}`;
  type Link = DataOf<'readPaymentLink'>;
  return {
    create: (body: BodyOf<'createPaymentLink'>, options?: CallOptions) =>
      act<Link>(http, path, body, options, { isKeyed: true }),
    retrieve: (id: string, options?: CallOptions) => get<Link>(http, at(id), options),
    list: (
      query: QueryOf<'listPaymentLinks'> = {},
      options?: CallOptions,
    ): List<Schemas['PaymentLinkSummary']> => list(http, { method: 'GET', path, query }, 'links', options),
    change: (id: string, body: BodyOf<'changePaymentLink'>, options?: CallOptions) =>
      act<Link>(http, at(id), body, options, { method: 'PUT' }),
    payments: (id: string, options?: CallOptions): List<Schemas['PaymentLinkPayment']> =>
      list(http, { method: 'GET', path: at(id, '/payments') }, 'payments', options),
    close: (id: string, options?: CallOptions) => act<Link>(http, at(id, '/close'), undefined, options),
    reopen: (id: string, options?: CallOptions) => act<Link>(http, at(id, '/reopen'), undefined, options),
    /** Mails a reminder of an invoice. */
    remind: (id: string, options?: CallOptions) =>
      act<Link>(http, at(id, '/reminders'), undefined, options, { isOnce: true }),
  };
}
