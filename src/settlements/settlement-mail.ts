import type { Language } from '../money/language.ts';
import { moneyToDecimal } from '../money/money.ts';
import type { Settlement } from './settlement.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { pt } from './texts/pt.ts';
import type { SettlementTexts } from './texts/shape.ts';

const texts: Readonly<Record<Language, SettlementTexts>> = { es, pt, en };

/** Tells a merchant what became of the settlement it asked for. */
export function settlementMail(
  merchant: { name: string; language: Language },
  settlement: Settlement,
): { subject: string; text: string } {
  const words = texts[merchant.language];
  const amount = `${moneyToDecimal(settlement)} ${settlement.currency}`;
  const { way, reference, destination, reason } = settlement;
  const lines =
    way === null
      ? [words.refused(amount), `${words.reason}: ${reason}`]
      : [
          words.paid(amount),
          `${words.ways[way]}\n${words.destination}: ${destination}\n${words.reference}: ${reference}`,
        ];
  return {
    subject: way === null ? words.refusedSubject(amount) : words.paidSubject(amount),
    text: `${[words.greeting(merchant.name), ...lines].join('\n\n')}\n`,
  };
}
