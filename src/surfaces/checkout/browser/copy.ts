import type { PageData } from '../views/page-data.ts';

const saidForMs = 2_000;

export function enhanceCopying(page: Pick<PageData, 'texts'>): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const label = button.getAttribute('aria-label') ?? '';
    const text = button.textContent;
    let timer = 0;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (!(await copy(button.dataset.copy ?? ''))) return;
      clearTimeout(timer);
      // A screen reader announces it by itself, as the new name of the focused button.
      button.removeAttribute('aria-label');
      button.textContent = page.texts.copied ?? '';
      timer = window.setTimeout(() => {
        button.setAttribute('aria-label', label);
        button.textContent = text;
      }, saidForMs);
    });
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Old browsers, and pages without https, support only this way.
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    field.className = 'unseen';
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
}
