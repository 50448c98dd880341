export type SendFault =
  | 'http_status'
  | 'redirect'
  | 'timeout'
  | 'dns'
  | 'bad_url'
  | 'refused_address'
  | 'connection_refused'
  | 'connection_reset'
  | 'unreachable'
  | 'tls'
  | 'protocol'
  | 'unknown';

export type SendCause = 'ok' | SendFault;

export const confirmedText = 'The receiver confirmed with HTTP 200.';

export interface SendResult {
  /** True only for HTTP 200, with any body. */
  ok: boolean;
  httpStatus: number | null;
  responseHeaders: Record<string, string>;
  bodyExcerpt: string;
  durationMs: number;
  cause: SendCause;
  /** A sentence for the merchant: what happened, and what to correct. */
  explanation: string;
}
