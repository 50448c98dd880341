import { type MethodCode, methods } from '../../../accounts/methods/methods.ts';
import type { PageContext } from './context.ts';

/** How a method is called on every page. */
export function methodName(code: MethodCode, { texts }: Pick<PageContext, 'texts'>): string {
  return methods[code].name ?? texts.method_card;
}

/** What the customer needs for it, in a few words. */
export function methodHint(code: MethodCode, { texts }: Pick<PageContext, 'texts'>): string {
  const { category } = methods[code];
  return category === 'ALL' ? '' : texts[`method_hint_${category}`];
}
