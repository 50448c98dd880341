import { type AssetCode, assetCodes } from '../../../base/money/asset.ts';
import { type Language, languages } from '../../../base/money/language.ts';
import type { CheckoutTexts } from '../../../base/texts/checkout/en.ts';
import { checkoutTexts } from '../../../base/texts/checkout.ts';

type Section = 'page' | 'crypto' | 'link' | 'payout' | 'bankRefund';
export type TextKey = { [Name in Section]: keyof CheckoutTexts[Name] }[Section];
/** All sections in one, as pages use them. */
export type Texts = Readonly<Record<TextKey, string>>;

export const texts = byLanguage((language): Texts => {
  const { page, crypto, link, payout, bankRefund } = checkoutTexts[language];
  return { ...page, ...crypto, ...link, ...payout, ...bankRefund };
});

/** The texts of pages about an asset, with its name filled in. */
export const assetTexts = Object.fromEntries(
  assetCodes.map((asset) => [asset, byLanguage((language) => naming(asset, texts[language]))]),
) as Readonly<Record<AssetCode, typeof texts>>;

/** Fills the asset's name into texts. */
export function naming<Some extends Readonly<Record<string, string>>>(asset: AssetCode, all: Some): Some {
  const pairs = Object.entries(all).map(([key, text]) => [key, text.replaceAll('{asset}', asset)]);
  return Object.fromEntries(pairs) as Some;
}

function byLanguage<T>(make: (language: Language) => T): { readonly [Each in Language]: T } {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as {
    [Each in Language]: T;
  };
}
