import { brandOf, onlyDigits } from '../../../payments/charges/cards/card-brands.ts';
import {
  type CardField,
  type CardForm,
  cardFields,
  type InputFaults,
  readCardInput,
  usualLength,
} from '../card-input.ts';
import type { TextKey } from '../texts/texts.ts';
import type { CardPageData } from '../views/page-data.ts';
import { type Edit, formatExpiry, formatNumber } from './format.ts';

/** Helps while the customer types: grouping, brand, and a message as soon as a mistake is certain. */
export interface CardFields {
  /** Marks every faulty field and focuses the first. */
  showFaults(faults: InputFaults): void;
  check(): InputFaults | null;
  notify(text: string, ...more: (HTMLElement | string)[]): void;
  /** After a refusal everything stays but the security code. */
  forgetCode(): void;
}

export function enhanceFields(form: HTMLFormElement, page: CardPageData): CardFields {
  const loadedAtMs = Date.now();
  const text = (key: TextKey): string => page.texts[key] ?? '';
  const byId = (id: string): HTMLElement | null => document.getElementById(id);
  const inputs = new Map<CardField, HTMLInputElement | HTMLSelectElement>();
  for (const field of cardFields) {
    const input = form.elements.namedItem(field);
    if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) inputs.set(field, input);
  }
  const value = (field: CardField): string => inputs.get(field)?.value ?? '';

  const check = (): InputFaults | null => {
    const values = Object.fromEntries(cardFields.map((field) => [field, value(field)])) as CardForm;
    const now = new Date(page.nowMs + Date.now() - loadedAtMs);
    const read = readCardInput(values, { ...page, now });
    return read.ok ? null : read.faults;
  };

  const mark = (field: CardField, faults: InputFaults | null): void => {
    const fault = faults?.[field];
    const line = byId(`${field}-error`);
    if (line) line.textContent = fault ? text(fault) : '';
    if (fault) inputs.get(field)?.setAttribute('aria-invalid', 'true');
    else inputs.get(field)?.removeAttribute('aria-invalid');
  };

  const notify = (message: string, ...more: (HTMLElement | string)[]): void => {
    const notice = byId('notice');
    if (!notice) return;
    notice.className = 'notice bad';
    notice.setAttribute('role', 'alert');
    const heading = document.createElement('b');
    heading.textContent = message;
    notice.replaceChildren(heading, ' ', ...more);
  };

  const showFaults = (faults: InputFaults): void => {
    const list = document.createElement('ul');
    for (const field of cardFields) {
      mark(field, faults);
      const fault = faults[field];
      if (!fault) continue;
      const link = document.createElement('a');
      link.href = `#${field}`;
      link.textContent = text(fault);
      list.appendChild(document.createElement('li')).appendChild(link);
    }
    notify(text('summary_heading'), list);
    const first = cardFields.find((field) => faults[field]);
    if (first) inputs.get(first)?.focus();
  };

  const forgetCode = (): void => {
    const code = inputs.get('code');
    if (code) code.value = '';
    inputs.get('number')?.focus();
  };

  const rewrite = (input: HTMLInputElement, format: (edit: Edit) => Edit): void => {
    const before = { text: input.value, caret: input.selectionStart ?? input.value.length };
    const after = format(before);
    if (after.text === before.text) return;
    input.value = after.text;
    if (document.activeElement === input) input.setSelectionRange(after.caret, after.caret);
  };

  const showBrand = (): void => {
    const brand = brandOf(onlyDigits(value('number')));
    const label = byId('brand');
    if (label && label.textContent !== (brand?.name ?? '')) label.textContent = brand?.name ?? '';
    const hint = byId('code-hint');
    if (hint) hint.textContent = text(brand?.codeLength === 4 ? 'code_hint_amex' : 'code_hint');
  };

  const onInput = (field: CardField, input: HTMLInputElement | HTMLSelectElement, event: Event): void => {
    const deleting = event instanceof InputEvent && /^delete/.test(event.inputType);
    if (input instanceof HTMLInputElement) {
      if (field === 'number') rewrite(input, formatNumber);
      if (field === 'expiry') rewrite(input, (edit) => formatExpiry(edit, deleting));
    }
    if (field === 'number') showBrand();
    const digits = onlyDigits(input.value);
    const complete = field === 'number' && digits.length === usualLength(brandOf(digits));
    // While typing, an error can only disappear; a new one waits until the field loses focus, unless all digits are
    // there and cannot be right.
    if (complete || input.hasAttribute('aria-invalid')) mark(field, check());
  };

  for (const [field, input] of inputs) {
    input.addEventListener('input', (event) => onInput(field, input, event));
    input.addEventListener('blur', () => {
      if (input.value.trim() !== '') mark(field, check());
    });
  }
  // Covers what the browser filled in before the script ran.
  showBrand();
  return { showFaults, check, notify, forgetCode };
}
