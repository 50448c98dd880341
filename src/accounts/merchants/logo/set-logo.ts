import { createHash } from 'node:crypto';
import type { Sql } from '../../../base/db/pool.ts';
import { validationFailed } from '../../../base/ground/errors.ts';
import { appendAudit } from '../../audit/audit-log.ts';
import { lockMerchant } from '../lock-merchant.ts';
import type { Merchant } from '../merchant.ts';
import { updateMerchant } from '../store.ts';
import { type ImageFacts, readImage } from './image-bytes.ts';
import { deleteLogo, saveLogo } from './logo-store.ts';

export const maxLogoBytes = 200 * 1024;
/** A larger image would not be shown larger, and would cost a customer's phone memory. */
const maxSide = 2_000;

/** Sets or removes a merchant's logo. */
export async function setLogo(
  sql: Sql,
  merchantId: string,
  /** null: removes the logo. */
  content: Buffer | null,
  /** The actor, for the audit log. */
  actor: string,
): Promise<Merchant> {
  const image = content && readLogo(content);
  const logoHash = content && createHash('sha256').update(content).digest('hex');
  return await sql.begin(async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    const before = merchant.settings.logoHash;
    if (before === logoHash) return merchant;
    if (content && image && logoHash) {
      await saveLogo(tx, { merchantId: merchant.id, hash: logoHash, mediaType: image.mediaType, content });
    } else await deleteLogo(tx, merchant.id);
    const settings = { ...merchant.settings, logoHash };
    await updateMerchant(tx, merchant.id, { settings });
    const details = { before, after: logoHash };
    const subject = `merchant ${merchant.id}`;
    await appendAudit(tx, { actor, act: 'logo_changed', subject, details }, new Date());
    return { ...merchant, settings };
  });
}

function readLogo(content: Buffer): ImageFacts {
  const refuse = (message: string) => validationFailed([{ field: 'content', message }]);
  if (content.length > maxLogoBytes) {
    throw refuse(`the image has ${Math.ceil(content.length / 1024)} KB; at most ${maxLogoBytes / 1024} KB`);
  }
  const image = readImage(content);
  if (!image) throw refuse('must be a PNG, JPEG or WebP image');
  if (image.width > maxSide || image.height > maxSide) {
    throw refuse(`the image has ${image.width} × ${image.height} pixels; at most ${maxSide} on each side`);
  }
  return image;
}
