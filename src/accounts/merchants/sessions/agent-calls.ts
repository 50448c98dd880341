import type { Sql } from '../../../base/db/pool.ts';
import { PasarelaError } from '../../../base/ground/errors.ts';
import type { RateLimiter } from '../../../base/http/limits.ts';
import { loggedPath } from '../../../base/http/request/logged-path.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { keyAsks } from '../keys/asker.ts';

/** A request that an agent makes by a tool of `pasarela mcp` names the tool in this header. */
export const agentHeader = 'x-agent-tool';

export interface AgentRequest {
  /** The value of the header. */
  tool: unknown;
  method: string;
  url: string;
  requestId: string;
}

/** Records the request of an agent before it is served. */
export type NoteAgent = (key: ApiKey, request: AgentRequest) => Promise<void>;

/** Of one merchant, in ten seconds: each writes a row of the audit log, where all other acts wait for it. */
const mostCalls = 20;

export function createAgentNotes(deps: {
  sql: Sql;
  /** null: nothing is limited. */
  limiter: RateLimiter | null;
  now(): Date;
}): NoteAgent {
  return async (key, { tool, method, url, requestId }) => {
    if (typeof tool !== 'string' || !/^[a-z][a-z_]{0,59}$/.test(tool)) {
      throw new PasarelaError('bad_request', `The header ${agentHeader} names a tool, such as read_payment.`);
    }
    await deps.limiter?.take(`agent:${key.merchantId}`, mostCalls, deps.now());
    const details = { tool, method, path: loggedPath(url), requestId };
    const subject = `merchant ${key.merchantId}`;
    await deps.sql.begin((tx) =>
      appendAudit(tx, { actor: keyAsks(key).actor, act: 'agent_called', subject, details }, deps.now()),
    );
  };
}
