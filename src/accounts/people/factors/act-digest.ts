import { createHash } from 'node:crypto';

/** A request that changes something, as far as a proof covers it. */
export interface Act {
  method: string;
  /** The requested URL with its query. */
  url: string;
  merchantId: string | null;
  /** The parsed body; undefined: none. */
  body: unknown;
}

/** Identifies one act with all its values, so that a proof for it proves no other. `web/proof.ts` computes the same. */
export function actDigest({ method, url, merchantId, body }: Act): string {
  const text = [`${method} ${url}`, merchantId ?? '', body === undefined ? '' : JSON.stringify(body)].join(
    '\n',
  );
  return createHash('sha256').update(text).digest('hex');
}
