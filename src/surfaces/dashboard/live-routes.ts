import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { atMerchant, atMerchantSchema } from '../../accounts/dashboard-kit/at-merchant.ts';
import type { PeopleAuthenticator } from '../../accounts/people/authenticate.ts';
import { PasarelaError } from '../../base/ground/errors.ts';
import { errors } from '../../base/http/envelope.ts';
import type { App } from '../../base/http/server.ts';
import type { Changes } from '../../events/outbox/changes.ts';

/**
 * One stream per open page of the dashboard (server-sent events): `changed` says that something is new at its merchant,
 * and the page reads again what it shows. It carries no data, so nothing leaks through it, and a page without a stream
 * polls.
 */

/** A few tabs and devices. */
const maxPerPerson = 8;
/** Each holds a socket and a few kilobytes. */
const maxPerProcess = 2_000;
/** Changes of this time are one event. */
const gatherMs = 500;
/** Proxies close a connection that is silent for a minute. */
const beatMs = 20_000;
/** The session and the role are checked at every change, and this often; whoever lost them loses the stream. */
const checkMs = 30_000;
/** A stream ends after this time, and the page opens another one, perhaps at another process. */
const lifeMs = 30 * 60_000;

export interface LiveDeps {
  people: PeopleAuthenticator;
  changes: Changes;
}

export interface Live {
  register(app: App): void;
  /** Ends all streams: the pages open them again at another process. */
  close(): void;
}

interface Stream {
  merchantId: string;
  /** Something may have changed. */
  note(): void;
  end(): void;
}

export function createLive({ people, changes }: LiveDeps): Live {
  const streams = new Set<Stream>();
  const byPerson = new Map<string, number>();
  let isClosed = false;
  const unsubscribe = changes.subscribe((merchantIds) => {
    for (const stream of streams) {
      if (merchantIds === null || merchantIds.includes(stream.merchantId)) stream.note();
    }
  });

  /** Throws if there are too many streams; the page then polls. */
  function take(personId: string): () => void {
    const own = byPerson.get(personId) ?? 0;
    if (isClosed || own >= maxPerPerson || streams.size >= maxPerProcess) {
      throw new PasarelaError('rate_limited', 'Too many pages are open: this one polls.', {
        retryAfterSeconds: 60,
      });
    }
    byPerson.set(personId, own + 1);
    return () => {
      const left = (byPerson.get(personId) ?? 1) - 1;
      if (left > 0) byPerson.set(personId, left);
      else byPerson.delete(personId);
    };
  }

  /** Whether the session and the role still allow it. */
  async function mayFollow(request: FastifyRequest): Promise<boolean> {
    try {
      await people.atPlace(request);
      return true;
    } catch (error) {
      // The database may be away for a moment; only a refusal ends a stream.
      return !(error instanceof PasarelaError) || error.code === 'rate_limited';
    }
  }

  function open(request: FastifyRequest, merchantId: string, personId: string): PassThrough {
    const giveBack = take(personId);
    const body = new PassThrough();
    let gathering: NodeJS.Timeout | null = null;
    const write = (text: string): void => {
      // A reader that takes nothing, such as a sleeping phone, must not fill the memory: it connects again.
      if (body.writableLength > 4_096) body.destroy();
      else if (!body.writableEnded) body.write(text);
    };
    const stream: Stream = {
      merchantId,
      note() {
        gathering ??= setTimeout(async () => {
          gathering = null;
          if (await mayFollow(request)) write('event: changed\ndata: \n\n');
          else stream.end();
        }, gatherMs);
      },
      end: () => void body.end(),
    };
    const beat = setInterval(() => write(': \n\n'), beatMs);
    const check = setInterval(async () => {
      if (!(await mayFollow(request))) stream.end();
    }, checkMs);
    const life = setTimeout(stream.end, lifeMs);
    streams.add(stream);
    body.once('close', () => {
      streams.delete(stream);
      giveBack();
      clearInterval(beat);
      clearInterval(check);
      clearTimeout(life);
      if (gathering) clearTimeout(gathering);
    });
    // The first event makes the page read what it missed while it had no stream.
    write('retry: 3000\n\nevent: changed\ndata: \n\n');
    return body;
  }

  return {
    register(app) {
      const here = atMerchant(people);
      app.get(
        '/dashboard/api/live',
        {
          config: { face: 'api' },
          onRequest: here.onRequest,
          schema: {
            operationId: 'followChanges',
            summary: 'Follow when something changes at a merchant',
            description:
              'Server-sent events. `changed` says that something is new; it carries nothing else. The stream ends with the session, and now and then: connect again.',
            ...atMerchantSchema,
            'x-permission': 'payments.read',
            response: {
              200: {
                description: 'Events, until either side closes',
                content: { 'text/event-stream': { schema: Type.String() as TSchema } },
              },
              ...errors(401, 403, 404),
            },
          },
        },
        async (request, reply) => {
          const { by, merchant } = here.callerOf(request);
          return (
            reply
              .header('content-type', 'text/event-stream; charset=utf-8')
              .header('cache-control', 'no-store, no-transform')
              // nginx would keep the events until its buffer is full.
              .header('x-accel-buffering', 'no')
              .send(open(request, merchant.id, by.person.id))
          );
        },
      );
    },
    close() {
      isClosed = true;
      unsubscribe();
      for (const stream of streams) stream.end();
    },
  };
}
