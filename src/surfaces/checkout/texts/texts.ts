import { type AssetCode, assetCodes } from '../../../base/money/asset.ts';
import { type Language, languages } from '../../../base/money/language.ts';
import { en } from './en.ts';
import { es, type Texts } from './es.ts';
import { pt } from './pt.ts';

export const texts: Readonly<Record<Language, Texts>> = { es, pt, en };

/** The texts of pages that are about an asset, with its name in them. */
export const assetTexts = Object.fromEntries(
  assetCodes.map((asset) => [
    asset,
    Object.fromEntries(languages.map((language) => [language, naming(asset, texts[language])])),
  ]),
) as unknown as Readonly<Record<AssetCode, Readonly<Record<Language, Texts>>>>;

/** The same texts with the asset's name in them. */
export function naming<Some extends Readonly<Record<string, string>>>(asset: AssetCode, all: Some): Some {
  const pairs = Object.entries(all).map(([key, text]) => [key, text.replaceAll('{asset}', asset)]);
  return Object.fromEntries(pairs) as Some;
}
