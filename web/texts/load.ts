import type { Language } from '../../src/base/money/language.ts';
import type { DashboardTexts } from './dashboard/en.ts';
import type { OperatorTexts } from './operator/en.ts';

/** Each language of each surface is a chunk of its own. esbuild finds the files by the pattern in `import()`. */

export const loadDashboardTexts = once<DashboardTexts>((language) => import(`./dashboard/${language}.ts`));
export const loadOperatorTexts = once<OperatorTexts>((language) => import(`./operator/${language}.ts`));

/** The same promise for each language, as React's `use` requires; a failed load can be repeated. */
function once<Texts>(load: (language: Language) => Promise<{ texts: Texts }>) {
  const loads = new Map<Language, Promise<Texts>>();
  return (language: Language): Promise<Texts> => {
    const known = loads.get(language);
    if (known) return known;
    const loading = load(language).then(({ texts }) => texts);
    loading.catch(() => loads.delete(language));
    loads.set(language, loading);
    return loading;
  };
}
