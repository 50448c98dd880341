import { LookupFault } from '../../../base/egress/guard.ts';
import type { SendFault } from '../../outbox/send-result.ts';

/** The stage at which a send failed: the same fault needs different repairs before and after the request was sent. */
export type SendStage = 'connecting' | 'waiting';

const unreachableCodes = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']);
const resetCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET']);
const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const protocolCodes = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_INFO',
]);
/**
 * OpenSSL and Node use many codes for certificate faults, without a common prefix; these prefixes cover all of them.
 */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|INVALID_PURPOSE)/;

export function causeOf(error: unknown): SendFault {
  if (error instanceof LookupFault) return error.kind;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (resetCodes.has(code)) return isBadAnswer(error) ? 'protocol' : 'connection_reset';
  if (timeoutCodes.has(code)) return 'timeout';
  if (unreachableCodes.has(code)) return 'unreachable';
  if (tlsCode.test(code)) return 'tls';
  if (isParserError(error) || protocolCodes.has(code)) return 'protocol';
  return 'unknown';
}

/** Checked by name: loading undici for its class takes longer than all other work of a command. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

/**
 * undici reports an answer that violates HTTP (an unrequested 100 or 101) as a socket error; only its message shows it.
 */
function isBadAnswer(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('bad ');
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : '';
}

export function explainStatus(httpStatus: number): {
  cause: 'http_status' | 'redirect';
  explanation: string;
} {
  if (httpStatus >= 300 && httpStatus < 400) {
    return {
      cause: 'redirect',
      explanation: `The receiver answered with a redirect (HTTP ${httpStatus}), which is not followed: set the final address as the webhook address.`,
    };
  }
  return {
    cause: 'http_status',
    explanation: `The receiver answered HTTP ${httpStatus}. ${adviceFor(httpStatus)}`,
  };
}

function adviceFor(httpStatus: number): string {
  if (httpStatus < 300) return 'Only HTTP 200 confirms reception: answer 200.';
  if (httpStatus === 401 || httpStatus === 403) {
    return 'Let the webhook through without a login; check its signature instead.';
  }
  if (httpStatus === 404 || httpStatus === 410) return 'Check the path of the webhook address.';
  if (httpStatus === 405) return 'Accept the POST method at this address.';
  if (httpStatus === 429) return 'Allow more requests from this service.';
  if (httpStatus < 500)
    return 'Find in its log why it refused the request, and answer 200 once it is received.';
  return 'Find the failure in its log, and answer 200 once the request is received.';
}

export function explainFault(fault: SendFault, error: unknown, stage: SendStage, timeoutMs: number): string {
  const seconds = timeoutMs / 1000;
  switch (fault) {
    case 'timeout':
      return explainTimeout(stage, seconds);
    case 'dns':
      return 'The host name of the webhook address could not be resolved: check its spelling and its DNS records.';
    case 'refused_address':
      return 'The host name of the webhook address leads to a private, local or reserved address: let all its DNS records point to public addresses.';
    case 'connection_refused':
      return 'The receiver refused the connection: check that it is running and listens on the port of the webhook address.';
    case 'connection_reset':
      return 'The receiver closed the connection without an answer: check its log for a crash, and its proxy or firewall.';
    case 'unreachable':
      return 'There is no network route to the receiver: check its address, its IPv6 set-up and its firewall.';
    case 'tls':
      return `The secure connection failed (${codeOf(error)}): install a valid certificate for this host name, with its full chain, from a public authority.`;
    case 'protocol':
      return 'The answer was not valid HTTP/1.1 or its headers were too large: check the server and the port of the webhook address.';
    default:
      return `The request failed (${codeOf(error) || 'no code'}): check that the receiver can be reached from the internet.`;
  }
}

function explainTimeout(stage: SendStage, seconds: number): string {
  if (stage === 'connecting') {
    return `No connection could be made within ${seconds} s: check that the receiver is running and that its firewall lets this service in.`;
  }
  return `The receiver took the request but did not answer within ${seconds} s: answer 200 first and do the work afterwards.`;
}
