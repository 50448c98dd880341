import { fill, waitTime, wholeMinutes } from '../texts/fill.ts';
import type { TextKey } from '../texts/texts.ts';
import type { PageData } from '../views/page-data.ts';
import type { Confirmations } from './crypto-checkout.ts';

/** The texts that the script needs. */
export const confirmationTexts = [
  'confirmations',
  'confirmations_one',
  'confirmations_time',
  'confirmations_time_one',
] as const satisfies readonly TextKey[];

/** "12 of 70 confirmations · about 12 minutes to go": written by the server first, then by the script. */
export function confirmationsText(
  { seen, needed }: Confirmations,
  blockSeconds: number,
  texts: PageData['texts'],
  language: string,
): string {
  // "0 minutes" would mean that it is over.
  const seconds = Math.max(1, (needed - seen) * blockSeconds);
  const time = waitTime(seconds, language);
  const count = needed === 1 ? texts.confirmations_one : texts.confirmations;
  const left = wholeMinutes(seconds) === 1 ? texts.confirmations_time_one : texts.confirmations_time;
  return `${fill(count ?? '', { seen, needed })} · ${fill(left ?? '', { time })}`;
}
