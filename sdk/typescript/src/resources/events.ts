import type { CallOptions, Http } from '../http.ts';
import { type List, list } from '../paging.ts';
import type { BodyOf, DataOf, QueryOf, Schemas } from '../types.ts';
import { act, get, send } from './sending.ts';

/** The events sent to your webhooks. They can be sent again. */
export function eventsOf(http: Http) {
  const at = (id: string, rest = ''): string => `/api/events/${encodeURIComponent(id)}${rest}`;
  return {
    list: (query: QueryOf<'listEvents'> = {}, options?: CallOptions): List<Schemas['Event']> =>
      list(http, { method: 'GET', path: '/api/events', query }, 'events', options),
    retrieve: (id: string, options?: CallOptions) => get<DataOf<'readEvent'>>(http, at(id), options),
    redeliver: (id: string, options?: CallOptions) =>
      act<DataOf<'redeliverEvent'>>(http, at(id, '/redeliver'), undefined, options),
    /** Many at once. */
    replays: {
      create: (body: BodyOf<'replayEvents'>, options?: CallOptions) =>
        act<DataOf<'replayEvents'>>(http, '/api/events/replays', body, options, { isOnce: true }),
      retrieve: (id: string, options?: CallOptions) =>
        get<DataOf<'readReplay'>>(http, `/api/events/replays/${encodeURIComponent(id)}`, options),
      cancel: (id: string, options?: CallOptions) =>
        act<DataOf<'cancelReplay'>>(
          http,
          `/api/events/replays/${encodeURIComponent(id)}/cancel`,
          undefined,
          options,
        ),
    },
  };
}

/** The addresses that webhooks go to. */
export function webhooksOf(http: Http) {
  const path = '/api/webhooks/endpoints';
  const at = (id: string, rest = ''): string => `${path}/${encodeURIComponent(id)}${rest}`;
  return {
    /** Sends a sample event. */
    sendTest: (body: BodyOf<'sendTestEvent'> = {} as BodyOf<'sendTestEvent'>, options?: CallOptions) =>
      act<DataOf<'sendTestEvent'>>(http, '/api/webhooks/test', body, options, { isOnce: true }),
    endpoints: {
      list: (options?: CallOptions) => get<DataOf<'listWebhookEndpoints'>>(http, path, options),
      /** The secret is in this answer alone. */
      create: (body: BodyOf<'createWebhookEndpoint'>, options?: CallOptions) =>
        act<DataOf<'createWebhookEndpoint'>>(http, path, body, options, { isOnce: true }),
      change: (id: string, body: BodyOf<'changeWebhookEndpoint'>, options?: CallOptions) =>
        act<DataOf<'changeWebhookEndpoint'>>(http, at(id), body, options, { method: 'PATCH' }),
      remove: (id: string, options?: CallOptions) =>
        send<DataOf<'removeWebhookEndpoint'>>(http, { method: 'DELETE', path: at(id) }, options),
      rotateSecret: (id: string, body: BodyOf<'rotateEndpointSecret'>, options?: CallOptions) =>
        act<DataOf<'rotateEndpointSecret'>>(http, at(id, '/secret'), body, options, { isOnce: true }),
    },
  };
}
