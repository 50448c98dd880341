import type { Secrets } from '../../../base/ground/secrets.ts';
import type { WriteSecret } from '../../mail/send-mails.ts';
import { getMerchant } from '../../merchants/get-merchant.ts';
import { findOneTimeLink } from '../store.ts';
import { oneTimeLinkUrl } from './one-time-link.ts';
import { oneTimeLinkMail } from './one-time-link-text.ts';

/** Writes the mail that invites a person or lets them set a new password, while its one-time link is valid. */
export function writeOneTimeLink(deps: { secrets: Secrets; baseUrl(): string }): WriteSecret {
  return async (tx, { id }) => {
    const link = await findOneTimeLink(tx, id, new Date());
    if (!link) return null;
    const merchant = link.merchantId === null ? null : await getMerchant(tx, link.merchantId);
    const mail = oneTimeLinkMail(link.language, {
      kind: link.kind,
      place: merchant?.name ?? 'Pasarela',
      invitedBy: link.invitedBy ?? '',
      expiresAt: link.expiresAt,
      timeZone: merchant?.settings.timeZone ?? 'UTC',
      url: oneTimeLinkUrl(deps.baseUrl(), deps.secrets, id),
    });
    return { recipient: link.email, ...mail };
  };
}
