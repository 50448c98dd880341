import { newId } from '../../../base/db/ids.ts';
import type { Sql } from '../../../base/db/pool.ts';
import type { FieldFault } from '../../../base/ground/errors.ts';
import { loggedPath } from '../../../base/http/request/logged-path.ts';
import { redact } from './redact.ts';
import { insertRequests, type LoggedRequest, noteKeyUses, trimRequests } from './request-store.ts';

/**
 * The log of API requests and answers, for a merchant's developers, and the last use of each key. It costs a request
 * almost nothing: entries are kept in memory and written some seconds later, many in one statement. Only the first
 * successful requests of each minute are kept, so that a merchant who experiments sees everything, and a busy one a
 * sample; refused requests are kept far longer (docs/develop/decisions/0038-request-log.md).
 */
export interface RequestLog {
  note(who: { merchantId: string; keyId: string | null }, what: AnsweredRequest, nowMs: number): void;
  /** Writes the remaining entries. */
  close(): Promise<void>;
}

export interface AnsweredRequest {
  method: string;
  url: string;
  status: number;
  durationMs: number;
  /** The id in the answer. */
  requestId: string;
  refusal: { code: string; message: string; fields: FieldFault[] | undefined } | undefined;
}

/** Per merchant and process. */
const perMinute = { good: 20, refused: 60, unproven: 10 } as const;
type Sort = keyof typeof perMinute;

const writeAfterMs = 2_000;
const minuteMs = 60_000;
/** A database that is down must not fill the memory. */
const maxWaiting = 2_000;
const maxTextLength = 300;
const maxFields = 20;
/** After this many new entries the old ones of a merchant are deleted. */
const trimEvery = 200;

export function createRequestLog(deps: { sql: Sql; onFailure(error: unknown): void }): RequestLog {
  let waiting: LoggedRequest[] = [];
  let minute = 0;
  const kept = new Map<string, Record<Sort, number>>();
  /** For each key the last use, and the last one written. */
  const uses = new Map<string, { atMs: number; writtenMs: number }>();
  const untrimmed = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  function isKept(merchantId: string, sort: Sort, nowMs: number): boolean {
    const thisMinute = Math.floor(nowMs / minuteMs);
    if (thisMinute !== minute) {
      minute = thisMinute;
      kept.clear();
    }
    let counts = kept.get(merchantId);
    if (!counts) {
      counts = { good: 0, refused: 0, unproven: 0 };
      kept.set(merchantId, counts);
    }
    if (counts[sort] >= perMinute[sort] || waiting.length >= maxWaiting) return false;
    counts[sort] += 1;
    return true;
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      timer = null;
      writing = write();
    }, writeAfterMs).unref();
  }

  /** Entries that cannot be written are dropped: this is only a log, and the database is in trouble. */
  async function write(restMs = minuteMs): Promise<void> {
    const nowMs = Date.now();
    const requests = waiting;
    waiting = [];
    const due = usesDue(nowMs - restMs);
    try {
      if (requests.length > 0) await insertRequests(deps.sql, requests);
      if (due.size > 0) await noteKeyUses(deps.sql, due);
      await trim(requests);
    } catch (error) {
      deps.onFailure(error);
    }
    if (uses.size > 0) writeSoon();
  }

  /** Key uses not written since then; keys no longer in use are forgotten. */
  function usesDue(sinceMs: number): Map<string, number> {
    const due = new Map<string, number>();
    for (const [id, use] of uses) {
      if (use.writtenMs > sinceMs) continue;
      if (use.atMs === use.writtenMs) uses.delete(id);
      else due.set(id, use.atMs);
      use.writtenMs = use.atMs;
    }
    return due;
  }

  async function trim(written: LoggedRequest[]): Promise<void> {
    for (const { merchantId } of written) {
      const count = (untrimmed.get(merchantId) ?? 0) + 1;
      untrimmed.set(merchantId, count);
      if (count < trimEvery) continue;
      untrimmed.delete(merchantId);
      await trimRequests(deps.sql, merchantId);
    }
  }

  return {
    note({ merchantId, keyId }, what, nowMs) {
      if (keyId !== null) {
        const use = uses.get(keyId);
        if (use) use.atMs = nowMs;
        else uses.set(keyId, { atMs: nowMs, writtenMs: 0 });
      }
      const sort: Sort = keyId === null ? 'unproven' : what.status < 400 ? 'good' : 'refused';
      if (isKept(merchantId, sort, nowMs)) waiting.push(entryOf(merchantId, keyId, what, nowMs));
      writeSoon();
    },
    async close() {
      await writing;
      await write(0);
      if (timer) clearTimeout(timer);
    },
  };
}

function entryOf(
  merchantId: string,
  keyId: string | null,
  what: AnsweredRequest,
  nowMs: number,
): LoggedRequest {
  const { refusal } = what;
  return {
    merchantId,
    id: newId(),
    at: new Date(nowMs),
    method: what.method,
    path: short(loggedPath(what.url)),
    status: what.status,
    keyId,
    requestId: what.requestId,
    error: refusal?.code ?? null,
    message: refusal ? short(redact(refusal.message)) : null,
    fields: (refusal?.fields ?? []).slice(0, maxFields).map(({ field, message }) => ({
      field: short(redact(field)),
      message: short(redact(message)),
    })),
    durationMs: Math.round(what.durationMs),
  };
}

/** Also removes characters that the database refuses. */
function short(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  return clean.length > maxTextLength ? `${clean.slice(0, maxTextLength - 1).toWellFormed()}…` : clean;
}
