import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './logger.ts';

/**
 * Follows one payment: a log entry for each event that concerns money, and spans if tracing is on. Both carry the trace
 * id. A trace continues in other processes through the `traceparent` stored with charges, orders, payouts and events.
 *
 * Set once per process, because code everywhere uses it; see decisions/0086.
 */

/** Values that identify the payment. No personal data: ids, names of processors and networks, statuses. */
export type TrailFields = Readonly<Record<string, string | number | null>>;

export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal';
  /** The trace that it belongs to. Absent or null: the caller's, otherwise a new one. */
  parent?: string | null | undefined;
  attributes?: TrailFields;
}

export interface Span {
  readonly traceparent: string;
  end(attributes?: TrailFields, hasFailed?: boolean): void;
}

/** `linked` is the caller's span if the parent belongs to another trace. */
export type StartSpan = (name: string, options: SpanOptions & { linked: string | null }) => Span;

interface Context {
  requestId: string | null;
  traceparent: string | null;
}

const contexts = new AsyncLocalStorage<Context | undefined>();
let startSpan: StartSpan | null = null;
let logger: Pick<Logger, 'info'> | null = null;

/** Returns a function that ends the trail, unless another has begun since. */
export function beginTrail(lines: Pick<Logger, 'info'>, spans: StartSpan | null): () => void {
  logger = lines;
  startSpan = spans;
  return () => {
    if (logger !== lines) return;
    logger = null;
    startSpan = null;
  };
}

export function isTracing(): boolean {
  return startSpan !== null;
}

const shape = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const zeros = /^0+$/;

/** W3C Trace Context, version 00. null: malformed, and ignored as the standard demands. */
export function readTraceparent(given: unknown): string | null {
  const [, traceId = '', spanId = ''] = typeof given === 'string' ? (shape.exec(given) ?? []) : [];
  return traceId === '' || zeros.test(traceId) || zeros.test(spanId) ? null : (given as string);
}

function traceIdOf(traceparent: string | null): string | null {
  return traceparent === null ? null : traceparent.slice(3, 35);
}

/** The traceparent for a row or for a request to another system; null while tracing is off. */
export function currentTraceparent(): string | null {
  return startSpan === null ? null : (contexts.getStore()?.traceparent ?? null);
}

export function currentRequestId(): string | null {
  return contexts.getStore()?.requestId ?? null;
}

/** Runs `work` as a part of the request with this id and span. */
export function withinRequest<T>(requestId: string, span: Span | null, work: () => T): T {
  return contexts.run({ requestId, traceparent: span?.traceparent ?? null }, work);
}

/** Runs work that serves several requests at once and belongs to none of them. */
export function outsideRequests<T>(work: () => T): T {
  return contexts.getStore() === undefined ? work() : contexts.run(undefined, work);
}

/** null while tracing is off. The caller ends the span. */
export function beginSpan(name: string, options: SpanOptions): Span | null {
  if (startSpan === null) return null;
  const own = contexts.getStore()?.traceparent ?? null;
  const parent = options.parent ?? own;
  const linked = own !== null && traceIdOf(own) !== traceIdOf(parent) ? own : null;
  return startSpan(name, { ...options, parent, linked });
}

/** Runs `work` within a span: its outgoing requests carry the span's traceparent. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, options);
  if (span === null) return await work();
  let hasFailed = true;
  try {
    const context = { requestId: currentRequestId(), traceparent: span.traceparent };
    const result = await contexts.run(context, work);
    hasFailed = false;
    return result;
  } finally {
    span.end({}, hasFailed);
  }
}

/** Logs one entry for an event that concerns money, once it is committed. */
export function logTrail(
  what: string,
  ids: TrailFields,
  { traceparent = currentTraceparent(), requestId = currentRequestId() }: Partial<Context> = {},
): void {
  logger?.info(
    {
      ...ids,
      ...(requestId !== null && { reqId: requestId }),
      ...(traceparent !== null && { traceId: traceIdOf(traceparent) }),
    },
    what,
  );
}
