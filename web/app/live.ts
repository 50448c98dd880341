import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Refusal, request } from './api.ts';

/** Reads the server's stream of changes, so that pages need not poll; without a stream they do. */

/** How often a page reads again without a stream, and with one, because announcements can be lost. */
const pollMs = 5_000;
const slowPollMs = 30_000;
/** The pause before another attempt, doubled after each failure. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** The server sends something every 20 seconds: after this silence the connection is dead. */
const silentMs = 50_000;

/** For what the stream does not announce: sends of messages, and the log of requests. */
export const unannouncedMs = pollMs;

let isLive = false;
const listeners = new Set<() => void>();

/** How often lists and details are refreshed. */
export function refreshMs(): number {
  return isLive ? slowPollMs : pollMs;
}

/** Calls at each change at the merchant that is open; for lists, which read only their first page again. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Keeps a stream open for the merchant while its pages are. */
export function useLive(merchantId: string | null): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (merchantId === null) return;
    const ended = new AbortController();
    void follow(merchantId, queries, ended.signal);
    return () => ended.abort();
  }, [merchantId, queries]);
}

async function follow(merchantId: string, queries: QueryClient, ended: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!ended.aborted) {
    const openedAt = performance.now();
    try {
      await readStream(merchantId, ended, () => {
        isLive = true;
        changed(queries);
      });
    } catch (error) {
      // Signed out, or no longer allowed: the next request of the page says so.
      if (error instanceof Refusal && (error.status === 401 || error.status === 403)) break;
    }
    isLive = false;
    pauseMs =
      performance.now() - openedAt > longestPauseMs ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    await pause(pauseMs * (0.5 + Math.random() / 2), ended);
  }
  isLive = false;
}

async function readStream(merchantId: string, ended: AbortSignal, onChanged: () => void): Promise<void> {
  const silent = new AbortController();
  let timer = window.setTimeout(() => silent.abort(), silentMs);
  const signal = AbortSignal.any([ended, silent.signal]);
  try {
    const { body } = await request(
      'GET /dashboard/api/live',
      { at: merchantId },
      { accept: 'text/event-stream', signal },
    );
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; reader; ) {
      const { done, value = '' } = await reader.read();
      if (done) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => silent.abort(), silentMs);
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      if (blocks.some((block) => block.includes('event: changed'))) onChanged();
    }
  } finally {
    window.clearTimeout(timer);
  }
}

/** Details are read again; lists of several pages do it themselves, for their first page. */
function changed(queries: QueryClient): void {
  void queries.invalidateQueries({
    refetchType: 'active',
    predicate: ({ queryKey, state }) => queryKey[0] !== 'me' && !isPaged(state.data),
  });
  for (const listener of listeners) listener();
}

function isPaged(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pageParams' in data;
}

function pause(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, ms);
    ended.addEventListener('abort', () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}
