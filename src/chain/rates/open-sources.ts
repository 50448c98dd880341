import type { RateCode, RateSource } from './rate-source.ts';

/**
 * Opens the sources of a list such as "coinbase,kraken" or "fixed:1.0". Each source interprets the text after its
 * colon: another address to ask ("kraken:https://proxy.example"), or the price. Throws a RangeError that says what is
 * wrong.
 */
export function openSources(
  list: string,
  code: RateCode,
  registry: Readonly<Record<string, (code: RateCode, setting?: string) => RateSource>>,
): RateSource[] {
  const sources = list.split(',').map((entry) => {
    const [name = '', ...rest] = entry.split(':').map((part) => part.trim());
    const setting = rest.length > 0 ? rest.join(':') : undefined;
    const create = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (!create) throw new RangeError(`"${name}" is not one of ${Object.keys(registry).join(', ')}`);
    return create(code, setting);
  });
  const names = sources.map((source) => source.name);
  if (new Set(names).size < names.length) throw new RangeError('each source may stand only once');
  // Its vote would never change, and would hold the median back when the price really falls.
  if (names.includes('fixed') && names.length > 1) throw new RangeError('fixed must stand alone');
  return sources;
}
