import { createHash } from 'node:crypto';

/** A request that does something, as far as a proof covers it. */
export interface Act {
  method: string;
  /** The address with its query, as it was asked for. */
  url: string;
  merchantId: string | null;
  /** As it was parsed; undefined: there was none. */
  body: unknown;
}

/** Names one act with all its values, so that a proof for it proves no other. `web/proof.ts` computes the same. */
export function actDigest({ method, url, merchantId, body }: Act): string {
  const text = [`${method} ${url}`, merchantId ?? '', body === undefined ? '' : JSON.stringify(body)].join(
    '\n',
  );
  return createHash('sha256').update(text).digest('hex');
}
