import { invalid } from './api-error.ts';

/** What Stripe takes as evidence in a dispute. */

const texts = ['access_activity_log', 'product_description', 'uncategorized_text'] as const;
const files = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const;
export const evidenceFields = [...texts, ...files];
export const fileShape = { 'filename!': 'text', 'type!': 'text', 'content!': 'text' };

const maxBytes = 5 * 1024 * 1024;
const starts: Readonly<Record<string, string>> = { pdf: '%PDF-', png: '\x89PNG', jpg: '\xff\xd8' };

/** The content is one character a byte. */
export function checkFile({ filename, content }: { filename: string; content: string }) {
  const type = Object.keys(starts).find((each) => content.startsWith(starts[each] as string));
  if (!type) throw invalid('The file is of a type that is not taken.', { param: 'file' });
  if (content.length > maxBytes) throw invalid('The file is too large.', { param: 'file' });
  return { filename, type, size: content.length };
}
