import { fill, waitTime } from '../texts/fill.ts';
import type { PageData } from '../views/page-data.ts';
import type { Confirmations } from './crypto-checkout.ts';

/** "12 of 70 confirmations · about 12 minutes to go": written by the server first, then by the script. */
export function confirmationsText(
  { seen, needed }: Confirmations,
  blockSeconds: number,
  texts: PageData['texts'],
  language: string,
): string {
  const time = waitTime(Math.max(0, needed - seen) * blockSeconds, language);
  const count = fill(texts.confirmations ?? '', { seen, needed });
  return `${count} · ${fill(texts.confirmations_time ?? '', { time })}`;
}
