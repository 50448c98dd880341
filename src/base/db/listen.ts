import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Dialler } from './driver/dial.ts';

export interface Subscription {
  unlisten(): Promise<void>;
}

interface Subscriber {
  channel: string;
  onPayload(payload: string): void;
  onListening(): void;
}

/** The interval between attempts to reconnect. */
const reconnectMs = 500;

/**
 * One connection that listens for the whole process, opened at the first subscription. When it breaks it is reopened,
 * and the subscribers are notified, since notices sent meanwhile are lost.
 */
export function createListener({ dial }: Pick<Dialler, 'dial'>) {
  const subscribers = new Set<Subscriber>();
  const ended = new AbortController();
  let connected: Promise<pg.Client> | null = null;
  /** The latest LISTEN: a client runs one statement at a time. */
  let latest: Promise<unknown> = Promise.resolve();

  async function open(): Promise<pg.Client> {
    const client = await dial();
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onPayload(payload);
    });
    try {
      for (const { channel } of subscribers) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once('end', () => void reopen());
    for (const { onListening } of subscribers) onListening();
    return client;
  }

  async function reopen(): Promise<void> {
    while (!ended.signal.aborted && subscribers.size > 0) {
      try {
        connected = open();
        await connected;
        return;
      } catch {
        await delay(reconnectMs, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
  }

  return {
    async listen(
      channel: string,
      onPayload: (payload: string) => void,
      onListening: () => void,
    ): Promise<Subscription> {
      const subscriber = { channel, onPayload, onListening };
      subscribers.add(subscriber);
      if (connected === null) {
        connected = open();
        await connected;
      } else {
        const client = await connected;
        const listen = () => client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        latest = latest.then(listen, listen);
        await latest;
        onListening();
      }
      return { unlisten: async () => void subscribers.delete(subscriber) };
    },
    async end(): Promise<void> {
      ended.abort();
      subscribers.clear();
      const client = await connected?.catch(() => null);
      await client?.end();
    },
  };
}
