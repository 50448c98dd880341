import { type AssetCode, assetCodes } from '../../money/asset.ts';
import { type Language, languages } from '../../money/language.ts';
import { en } from './en.ts';
import { es, type TextKey, type Texts } from './es.ts';
import { pt } from './pt.ts';

export const texts: Readonly<Record<Language, Texts>> = { es, pt, en };

/** The texts of pages that are about an asset, with its name in them. */
export const assetTexts = Object.fromEntries(
  assetCodes.map((asset) => [
    asset,
    Object.fromEntries(languages.map((language) => [language, named(texts[language], asset)])),
  ]),
) as unknown as Readonly<Record<AssetCode, Readonly<Record<Language, Texts>>>>;

function named(all: Texts, asset: AssetCode): Texts {
  const pairs = (Object.keys(all) as TextKey[]).map((key) => [key, all[key].replaceAll('{asset}', asset)]);
  return Object.fromEntries(pairs) as Texts;
}
