import type { Merchant } from '../../../../accounts/merchants/merchant.ts';
import type { Db } from '../../../../base/db/pool.ts';
import { writeZip } from '../../../../base/ground/zip.ts';
import type { Language } from '../../../../base/money/language.ts';
import { sumText, timeText } from '../../../../base/money/written.ts';
import { documentTexts } from '../../../../base/texts/documents.ts';
import { mailTexts } from '../../../../base/texts/mail.ts';
import { findCharge } from '../../store.ts';
import { isKnownReason } from '../dispute-reasons.ts';
import type { KeptDispute } from '../dispute-store.ts';
import { fileContent, filesOf, findEvidence } from './evidence-store.ts';

/** The evidence as one ZIP file: the facts of the payment and the text, and the files in the order they were added. */
export async function evidencePackage(
  db: Db,
  merchant: Merchant,
  dispute: KeptDispute,
  language: Language,
  now: Date,
): Promise<Buffer> {
  const { merchantId, id } = dispute;
  const files = await filesOf(db, merchantId, id);
  const entries = [];
  for (const [at, file] of files.entries()) {
    const content = await fileContent(db, merchantId, file.id);
    if (content) entries.push({ name: `${at + 1}-${file.kind}-${safeName(file.name)}`, content });
  }
  const text = await describe(db, merchant, dispute, language);
  const list = entries.map(({ name }) => name).join('\n');
  const cover = { name: `${dispute.reference}.txt`, content: Buffer.from(`${text}\n\n${list}\n`) };
  return writeZip([{ ...cover, name: safeName(cover.name) }, ...entries], now);
}

/** Names that every file system takes. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._ -]+/gu, '-').replace(/^[. ]+/, '') || 'file';
}

async function describe(
  db: Db,
  merchant: Merchant,
  dispute: KeptDispute,
  language: Language,
): Promise<string> {
  const words = documentTexts[language].evidence;
  const reader = { language, timeZone: merchant.settings.timeZone };
  const { merchantId, reason, amount } = dispute;
  const charge = await findCharge(db, merchantId, dispute.chargeId);
  const evidence = await findEvidence(db, merchantId, dispute.id);
  const write = ({ amountMinor, currency }: typeof amount) =>
    sumText({ units: amountMinor, code: currency }, reader);
  const why =
    reason !== null && isKnownReason(reason) ? mailTexts[language].charges.dispute.reasons[reason] : reason;
  const facts: [string, string | null | undefined][] = [
    [words.merchant, merchant.name],
    [words.dispute, `${dispute.reference} (${dispute.processor})`],
    [words.amount, write(amount)],
    [words.reason, why],
    [words.opened, timeText(dispute.openedAt, reader)],
    [words.until, dispute.evidenceDueAt && timeText(dispute.evidenceDueAt, reader)],
    [words.payment, dispute.chargeId],
    [words.paid, charge?.approvedAt && `${write(charge.amount)}, ${timeText(charge.approvedAt, reader)}`],
    [words.order, charge?.orderNumber],
    [words.customer, charge?.email],
    [words.what, charge?.description],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return [lines.join('\n'), evidence?.text.trim() ?? ''].filter((part) => part !== '').join('\n\n');
}
