import type { Db } from '../../../base/db/pool.ts';

export interface Logo {
  merchantId: string;
  hash: string;
  mediaType: string;
  content: Buffer;
}

export async function saveLogo(db: Db, logo: Logo): Promise<void> {
  await db`
    INSERT INTO merchant_logos (merchant_id, hash, media_type, content)
    VALUES (${logo.merchantId}, ${logo.hash}, ${logo.mediaType}, ${logo.content})
        ON CONFLICT (merchant_id) DO UPDATE
       SET hash = excluded.hash,
           media_type = excluded.media_type,
           content = excluded.content`;
}

export async function deleteLogo(db: Db, merchantId: string): Promise<void> {
  await db`
    DELETE FROM merchant_logos
     WHERE merchant_id = ${merchantId}`;
}

/** Found by its hash: two merchants may have the same logo. */
export async function findLogo(db: Db, hash: string): Promise<Pick<Logo, 'mediaType' | 'content'> | null> {
  const [logo] = await db<Pick<Logo, 'mediaType' | 'content'>[]>`
    SELECT media_type AS "mediaType", content
      FROM merchant_logos
     WHERE hash = ${hash}
     LIMIT 1`;
  return logo ?? null;
}
