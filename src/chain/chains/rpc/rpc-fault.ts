/** The kinds of failed calls, by the caller's possible reaction. */
export type RpcFaultKind =
  /** No usable answer: reset, name not found, gateway error. Ask another node, or later. */
  | 'unreachable'
  /** No answer in time. Ask another node, or for less at once. */
  | 'timed_out'
  /** Asked too often. Ask later. */
  | 'limited'
  /** The answer would be too large. Ask for less. */
  | 'too_large'
  /** The node does not have the requested block, not yet or no longer. Ask another node, or later. */
  | 'behind'
  /** The node understood and declined. */
  | 'refused'
  /** An answer that does not belong to this call. */
  | 'garbage'
  /** A node of another network, or without our token: never use it. */
  | 'wrong_chain';

export class RpcFault extends Error {
  readonly kind: RpcFaultKind;
  /** How long the node asked us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: RpcFaultKind,
    message: string,
    details: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'RpcFault';
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * Nodes and gateways agree on no code and no wording; these are the ones in use. Order matters: "block range extends
 * beyond current head" is about lag, and "limit" alone may be about range or rate.
 */
const wordings: [RpcFaultKind, RegExp][] = [
  [
    'behind',
    /beyond (?:the )?(?:current|latest) (?:head|block)|unknown block|(?:header|block) (?:was )?not found|invalid blockhash|BlockOutOfRange|(?:cannot|could not|unable to) find (?:the )?block|not yet (?:available|indexed|synced)|after last accepted block|(?:is|still) syncing|in the future|missing trie node/i,
  ],
  [
    'limited',
    /too many (?:requests|connections|calls)|rate.?limit|request (?:rate|count|limit)|requests? per (?:second|minute|day)|frequency limit|lack of computing resources|suspended for|(?:quota|capacity|throughput|credits|compute units|allowed_rps|monthly|daily).{0,40}(?:exceed|exhaust|reach|limit)|exceed.{0,40}(?:quota|capacity|throughput|credits|compute units|allowed_rps|call rate)|slow down|usage limit/i,
  ],
  [
    'too_large',
    /block.{0,3}range|range.{0,30}(?:too|exceed|limit|large|wide|max|allow)|(?:exceed|max|limit|large|wide).{0,40}range|(?:more|greater|larger) than [\d,_]+|too many (?:results|logs|blocks|events)|(?:response|result|query|log|body|payload|request).{0,30}too (?:large|big|long|wide)|(?:response|result|log)s?.{0,20}(?:size|limit|count).{0,20}exceed|exceed.{0,40}(?:response|result|log|event|block)s?|(?:query|request|execution|context|operation).{0,20}(?:time.?(?:d ?)?out|deadline)|max(?:imum)?.{0,40}blocks|over [\d,_]+ blocks|at most [\d,_]+|up to (?:a )?[\d,_]+|limited to|narrow/i,
  ],
];

/** The reason is at the start of a message; on a whole page the patterns would match too much. */
const maxWordingLength = 2_000;

export function kindOfWording(message: string): RpcFaultKind | null {
  const beginning = message.slice(0, maxWordingLength);
  return wordings.find(([, wording]) => wording.test(beginning))?.[0] ?? null;
}

/** "…the query server is suspended for 5 s": some gateways state the pause only in words. */
export function pauseInWords(message: string): number | undefined {
  const seconds = /suspended for (\d{1,4}) ?s/i.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
