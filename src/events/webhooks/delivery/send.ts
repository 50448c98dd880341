import { Agent, buildConnector, type Dispatcher, errors } from 'undici';
import {
  guardedLookup,
  type Resolve,
  readUrl,
  type UrlFault,
  type UrlPolicy,
} from '../../../base/egress/guard.ts';
import { confirmedText, type SendFault, type SendResult } from '../../outbox/send-result.ts';
import { causeOf, explainFault, explainStatus, type SendStage } from './explain-send.ts';
import { decompress, excerptOf, keptHeaders, maxBodyBytes } from './read-answer.ts';

/** One deadline for connecting, headers and body together: a slow receiver cannot extend it. */
const defaultTimeoutMs = 15_000;
/** Deliveries are limited per endpoint when they are claimed; this only bounds a host that many endpoints share. */
const maxConnectionsPerOrigin = 32;
/**
 * Shorter than the 2 s after which the quickest servers close an idle connection, so that no request meets a closing
 * one.
 */
const idleMs = 1_000;
/** A server may announce a longer keep-alive, but many merchants must not leave many sockets open. */
const maxIdleMs = 10_000;
/** Per address of a host with several. Node's default of 250 ms gives up on a healthy receiver on another continent. */
const addressAttemptMs = 2_500;
const maxHeaderBytes = 16 * 1024;
const maxKnownAddresses = 1_000;

export interface SendInput {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface WebhookSender {
  /**
   * Remote faults are returned as a result; only a fault of the caller (a header that cannot be sent, a closed sender)
   * rejects.
   */
  send(input: SendInput): Promise<SendResult>;
  /** Waits for sends under way, at most one timeout. */
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  policy: UrlPolicy;
  timeoutMs?: number;
  /** Resolves names; unset: the system's name servers. */
  resolve?: Resolve;
}

export function createWebhookSender({
  policy,
  timeoutMs = defaultTimeoutMs,
  resolve,
}: WebhookSenderOptions): WebhookSender {
  const agent = new Agent({
    // One request at a time per connection, and no automatic retry when a connection is lost.
    allowH2: false,
    connect: buildConnector({
      allowH2: false,
      lookup: guardedLookup(policy, resolve),
      timeout: timeoutMs,
      autoSelectFamilyAttemptTimeout: addressAttemptMs,
    }),
    connections: maxConnectionsPerOrigin,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: maxIdleMs,
    maxHeaderSize: maxHeaderBytes,
    // The single deadline is ours; undici's own per phase would only cost a timer each.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const deadlines = createDeadlines(timeoutMs);
  /** Cached, because most events of a merchant go to one address. */
  const known = new Map<string, Target | UrlFault>();

  function targetOf(text: string): Target | UrlFault {
    const read = known.get(text);
    if (read) return read;
    const url = readUrl(text, policy);
    const target = url instanceof URL ? { origin: url.origin, path: url.pathname + url.search } : url;
    if (known.size >= maxKnownAddresses) known.clear();
    known.set(text, target);
    return target;
  }

  return {
    send({ url, headers, body }) {
      const target = targetOf(url);
      if ('code' in target) {
        const isRefused = target.code === 'url_private_address' || target.code === 'url_private_host';
        return Promise.resolve(unsent(isRefused ? 'refused_address' : 'bad_url', target.message));
      }
      return new Promise((done, fail) => {
        const exchange = new Exchange(timeoutMs, deadlines, done, fail);
        agent.dispatch({ ...target, method: 'POST', headers, body }, exchange);
      });
    },
    close: async () => {
      if (!agent.destroyed) await agent.close();
    },
  };
}

function unsent(cause: SendFault, explanation: string): SendResult {
  return {
    ok: false,
    httpStatus: null,
    responseHeaders: {},
    bodyExcerpt: '',
    durationMs: 0,
    cause,
    explanation,
  };
}

interface Target {
  origin: string;
  path: string;
}

/** One timer for all sends: all have the same timeout, so the first to begin is the first to be late. */
interface Deadlines {
  begin(exchange: Exchange): void;
  end(exchange: Exchange): void;
}

function createDeadlines(timeoutMs: number): Deadlines {
  const underWay = new Map<Exchange, number>();
  let timer: NodeJS.Timeout | null = null;

  function check(): void {
    timer = null;
    for (const [exchange, begunAtMs] of underWay) {
      const leftMs = begunAtMs + timeoutMs - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(check, leftMs);
        return;
      }
      exchange.giveUp('timeout');
    }
  }

  return {
    begin(exchange) {
      underWay.set(exchange, performance.now());
      timer ??= setTimeout(check, timeoutMs);
    },
    end(exchange) {
      underWay.delete(exchange);
      if (underWay.size > 0 || timer === null) return;
      clearTimeout(timer);
      timer = null;
    },
  };
}

/** One request and its answer, from undici's callbacks to exactly one result. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #timeoutMs: number;
  readonly #done: (result: SendResult) => void;
  readonly #fail: (error: Error) => void;
  readonly #startedAtMs = performance.now();
  readonly #deadlines: Deadlines;
  #controller: Dispatcher.DispatchController | null = null;
  #stage: SendStage = 'connecting';
  #httpStatus: number | null = null;
  #headers: Dispatcher.ResponseData['headers'] = {};
  #chunks: Buffer[] = [];
  #bodyBytes = 0;
  #isSettled = false;

  constructor(
    timeoutMs: number,
    deadlines: Deadlines,
    done: (result: SendResult) => void,
    fail: (error: Error) => void,
  ) {
    this.#timeoutMs = timeoutMs;
    this.#deadlines = deadlines;
    this.#done = done;
    this.#fail = fail;
    deadlines.begin(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#stage = 'waiting';
    // The connection came after the deadline: a request that was reported as not sent must not be sent any more.
    if (this.#isSettled) controller.abort(new Error('the deadline has passed'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    httpStatus: number,
    headers: Dispatcher.ResponseData['headers'],
  ): void {
    // 1xx only announces the final answer.
    if (httpStatus < 200) return;
    this.#httpStatus = httpStatus;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(0, maxBodyBytes - this.#bodyBytes));
    this.#bodyBytes += chunk.length;
    // The status has already decided; the rest is not needed.
    if (this.#bodyBytes > maxBodyBytes) this.giveUp('unknown');
  }

  onResponseEnd(): void {
    this.#settle('unknown');
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (isCallersFault(error)) {
      this.#deadlines.end(this);
      this.#fail(error);
    } else {
      this.#settle(causeOf(error), error);
    }
  }

  giveUp(fault: SendFault): void {
    this.#settle(fault);
    this.#controller?.abort(new Error(fault));
  }

  /** The fault counts only if no answer came. */
  #settle(fault: SendFault, error?: Error): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#deadlines.end(this);
    const body = decompress(Buffer.concat(this.#chunks), this.#headers['content-encoding']);
    this.#done({
      ...this.#verdict(fault, error),
      httpStatus: this.#httpStatus,
      responseHeaders: keptHeaders(this.#headers),
      bodyExcerpt: excerptOf(body),
      durationMs: Math.round(performance.now() - this.#startedAtMs),
    });
  }

  /** The status is the answer: a later fault in the body neither revokes a 200 nor explains a 500. */
  #verdict(fault: SendFault, error: Error | undefined): Pick<SendResult, 'ok' | 'cause' | 'explanation'> {
    if (this.#httpStatus === 200) return { ok: true, cause: 'ok', explanation: confirmedText };
    if (this.#httpStatus !== null) return { ok: false, ...explainStatus(this.#httpStatus) };
    return {
      ok: false,
      cause: fault,
      explanation: explainFault(fault, error, this.#stage, this.#timeoutMs),
    };
  }
}

function isCallersFault(error: Error): boolean {
  return (
    error instanceof errors.InvalidArgumentError ||
    error instanceof errors.ClientDestroyedError ||
    error instanceof errors.ClientClosedError
  );
}
