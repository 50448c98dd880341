/** Routing rules as people type them: lists with commas, each processor followed by its share. */

export type Rule = {
  countries?: string[] | undefined;
  currencies?: string[] | undefined;
  brands?: string[] | undefined;
  min?: string | undefined;
  max?: string | undefined;
  use: { processor: string; share?: number | undefined }[];
};

export type TypedRule = Record<'countries' | 'currencies' | 'brands' | 'min' | 'max' | 'use', string>;

export const emptyRule: TypedRule = { countries: '', currencies: '', brands: '', min: '', max: '', use: '' };

export function typedRule({ countries, currencies, brands, min, max, use }: Rule): TypedRule {
  const list = (of: string[] | undefined): string => (of ?? []).join(', ');
  return {
    countries: list(countries),
    currencies: list(currencies),
    brands: list(brands),
    min: min ?? '',
    max: max ?? '',
    use: use
      .map(({ processor, share }) => (share === undefined ? processor : `${processor} ${share}`))
      .join(', '),
  };
}

/** Empty fields are left out. Text that cannot be parsed is sent unchanged; the server explains what is wrong with it. */
export function readRule({ countries, currencies, brands, min, max, use }: TypedRule): Rule {
  const words = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
  const upper = (text: string): string[] => words(text.toUpperCase());
  const amount = (text: string): string => text.trim().replace(',', '.');
  return {
    ...(countries.trim() && { countries: upper(countries) }),
    ...(currencies.trim() && { currencies: upper(currencies) }),
    ...(brands.trim() && { brands: words(brands.toLowerCase()) }),
    ...(min.trim() && { min: amount(min) }),
    ...(max.trim() && { max: amount(max) }),
    use: use
      .split(/[,;]/)
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => {
        const [, processor = each, share] = /^(\S+)\s+(\d{1,9})\s*%?$/.exec(each) ?? [];
        return { processor: processor.toLowerCase(), ...(share !== undefined && { share: Number(share) }) };
      }),
  };
}
