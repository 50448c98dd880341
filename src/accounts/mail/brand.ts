import { html } from 'ghtml';
import type { Db } from '../../base/db/pool.ts';
import { brandColors } from '../../base/ground/brand-color.ts';
import { fontFamily, light } from '../../base/ground/look.ts';
import type { Language } from '../../base/money/language.ts';
import { documentTexts } from '../../base/texts/documents.ts';

/** A merchant's appearance to its customers, in mails and on pages. */
export interface MailBrand {
  name: string;
  /** The chosen color; null: none. */
  color: string | null;
  hasLogo: boolean;
  supportEmail: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
  /** The time zone of times in its mails. */
  timeZone: string;
}

/** Mails to the people who work with the dashboard look like it. */
export const brandOfPasarela: MailBrand = {
  name: 'Pasarela',
  color: light.accent,
  hasLogo: false,
  supportEmail: null,
  supportUrl: null,
  termsUrl: null,
  timeZone: 'UTC',
};

/** The content id of the attached logo. */
export const logoCid = 'logo';
const logoSource = `cid:${logoCid}`;

export function showsLogo(html: string | null): boolean {
  return html?.includes(`src="${logoSource}"`) ?? false;
}

/** The same mail without the logo. */
export function withoutLogo(html: string): string {
  return html.replace(/<p [^<>]*><img src="cid:logo"[^<>]*><\/p>/, '');
}

/** Columns of the database. A setting that is newer than the merchant is missing. */
export const brandColumns = `
  name, settings ->> 'brandColor' AS color, settings ->> 'logoHash' IS NOT NULL AS "hasLogo",
  settings ->> 'supportEmail' AS "supportEmail", settings ->> 'supportUrl' AS "supportUrl",
  settings ->> 'termsUrl' AS "termsUrl", coalesce(settings ->> 'timeZone', 'UTC') AS "timeZone"`;

export async function findBrand(db: Db, merchantId: string): Promise<MailBrand> {
  const [brand] = await db<MailBrand[]>`
    SELECT ${db.unsafe(brandColumns)}
      FROM merchants
     WHERE id = ${merchantId}`;
  if (!brand) throw new Error(`there is no merchant ${merchantId}`);
  return brand;
}

/** The support contacts and the terms, one per line. */
export function contactLines(language: Language, brand: MailBrand): string[] {
  const words = documentTexts[language].receipt;
  const support = [brand.supportEmail, brand.supportUrl].filter((way) => way !== null);
  return [
    ...(support.length > 0 ? [`${words.support}: ${support.join(', ')}`] : []),
    ...(brand.termsUrl ? [`${words.terms}: ${brand.termsUrl}`] : []),
  ];
}

/** A plain-text mail with the merchant's contacts; also as HTML in its colors, if it has any. */
export function brandedMail(
  language: Language,
  brand: MailBrand,
  mail: { subject: string; text: string },
  /** An address in the text that should be clickable. */
  link: string | null = null,
): { subject: string; text: string; html?: string } {
  const contacts = contactLines(language, brand);
  const parts = [mail.text.trimEnd(), ...(contacts.length > 0 ? [contacts.join('\n')] : [])];
  const text = `${parts.join('\n\n')}\n`;
  if (brand.color === null && !brand.hasLogo) return { ...mail, text };
  const paragraphs = text
    .trimEnd()
    .split('\n\n')
    .map((part) => paragraph(part, link));
  return { ...mail, text, html: mailPage(language, brand, mail.subject, paragraphs.join('\n')) };
}

function paragraph(text: string, link: string | null): string {
  const lines = text.split('\n').map((line) => {
    const at = link === null ? -1 : line.indexOf(link);
    if (link === null || at < 0) return html`${line}`;
    return html`${line.slice(0, at)}<a href="${link}">${link}</a>${line.slice(at + link.length)}`;
  });
  return html`<p style="margin:16px 0 0;color:#111827;word-break:break-word;overflow-wrap:anywhere">!${lines.join('<br>')}</p>`;
}

/** The accent color, readable on white; null: none was chosen. */
export function accentOf({ color }: MailBrand): string | null {
  return color === null ? null : brandColors(color).light.accent;
}

/** Tables and inline styles, which mail programs render alike. Nothing is loaded from elsewhere. */
export function mailPage(language: Language, brand: MailBrand, title: string, content: string): string {
  const font = `font-family:${fontFamily.replaceAll('"', '')}`;
  const accent = accentOf(brand);
  const edge = accent === null ? '' : `;border-top:6px solid ${accent}`;
  const logo = brand.hasLogo
    ? html`<p style="margin:0 0 12px"><img src="!${logoSource}" alt="${brand.name}" height="44" style="height:44px;max-width:200px"></p>`
    : '';
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;${font};font-size:15px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px${edge}"><tr><td style="padding:28px 24px">
!${logo}!${content}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
