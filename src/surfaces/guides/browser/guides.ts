import type { SearchEntry } from '../guide.ts';
import { findEntries, termsOf } from './find-entries.ts';

/** Adds copying, tabs and the search to a guide, which can be read without them. */

type Texts = Readonly<
  Record<'copy' | 'copied' | 'search' | 'searchHint' | 'nothingFound' | 'searchFailed' | 'close', string>
>;

const { language = 'en', texts: given = '{}' } = document.body.dataset;
const texts: Texts = JSON.parse(given);
const saidForMs = 2_000;

for (const block of document.querySelectorAll<HTMLElement>('.code')) {
  const button = element('button', 'copy', texts.copy);
  button.type = 'button';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = texts.copied;
    setTimeout(() => {
      button.textContent = texts.copy;
    }, saidForMs);
  });
  block.append(button);
}

const groups = [...document.querySelectorAll<HTMLElement>('.samples')].map(addTabs);

/** One sample at a time; the language that the reader chose is kept for every guide. */
function addTabs(group: HTMLElement, at: number): (name: string) => void {
  const blocks = [...group.querySelectorAll<HTMLElement>('.code')];
  const list = element('div', 'tabs');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', group.getAttribute('aria-label') ?? '');
  const tabs = blocks.map((block, which) => {
    const tab = element('button', '', block.dataset.name ?? '');
    tab.type = 'button';
    tab.id = `tab-${at}-${which}`;
    tab.setAttribute('role', 'tab');
    block.id = `sample-${at}-${which}`;
    block.setAttribute('role', 'tabpanel');
    block.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', block.id);
    tab.addEventListener('click', () => choose(block.dataset.name ?? ''));
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const from = tabs.indexOf(document.activeElement as HTMLButtonElement);
    const tab = tabs[(from + step + tabs.length) % tabs.length];
    if (step === 0 || from < 0 || !tab) return;
    event.preventDefault();
    tab.focus();
    tab.click();
  });
  list.append(...tabs);
  group.prepend(list);
  group.classList.add('tabbed');
  const show = (name: string): void => {
    const wanted = blocks.findIndex((block) => block.dataset.name === name);
    if (wanted < 0) return;
    blocks.forEach((block, which) => {
      block.hidden = which !== wanted;
      tabs[which]?.setAttribute('aria-selected', String(which === wanted));
      tabs[which]?.setAttribute('tabindex', which === wanted ? '0' : '-1');
    });
  };
  show(blocks[0]?.dataset.name ?? '');
  show(readKept());
  return show;
}

function choose(name: string): void {
  for (const show of groups) show(name);
  try {
    localStorage.setItem('guides.code', name);
  } catch {
    // Storage may be off: the choice holds on this page.
  }
}

function readKept(): string {
  try {
    return localStorage.getItem('guides.code') ?? '';
  } catch {
    return '';
  }
}

const opener = document.querySelector<HTMLButtonElement>('#search');
if (opener) {
  opener.hidden = false;
  opener.addEventListener('click', openSearch);
}
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  const isAsked = event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey));
  if (!isAsked || isTyping) return;
  event.preventDefault();
  openSearch();
});

let dialog: HTMLDialogElement | null = null;

function openSearch(): void {
  dialog ??= createSearch();
  if (!dialog.open) dialog.showModal();
  dialog.querySelector('input')?.select();
}

function createSearch(): HTMLDialogElement {
  const box = element('dialog');
  box.setAttribute('aria-label', texts.search);
  const form = element('form');
  const input = element('input');
  input.type = 'search';
  input.autocomplete = 'off';
  input.placeholder = texts.searchHint;
  input.setAttribute('aria-label', texts.searchHint);
  const close = element('button', '', texts.close);
  close.type = 'button';
  close.addEventListener('click', () => box.close());
  const results = element('ul', 'results');
  const said = element('p');
  said.setAttribute('role', 'status');
  form.append(input, close);
  box.append(form, said, results);
  document.body.append(box);
  input.addEventListener('input', () => showResults(input.value, results, said));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    results.querySelector('a')?.click();
  });
  box.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops = [input, ...results.querySelectorAll('a')];
    const from = stops.indexOf(document.activeElement as HTMLInputElement);
    stops[Math.max(0, Math.min(stops.length - 1, from + step))]?.focus();
  });
  // A result on this very page leaves it open otherwise.
  results.addEventListener('click', () => box.close());
  return box;
}

let loading: Promise<SearchEntry[]> | null = null;

async function showResults(query: string, results: HTMLElement, said: HTMLElement): Promise<void> {
  loading ??= fetch(`/docs/search-${language}.json`).then((response) => response.json());
  const entries = await loading.catch(() => null);
  if (entries === null) loading = null;
  const found = findEntries(entries ?? [], query);
  said.textContent =
    entries === null ? texts.searchFailed : query.trim() && found.length === 0 ? texts.nothingFound : '';
  results.replaceChildren(...found.map((entry) => resultOf(entry, termsOf(query))));
}

function resultOf([address, page, heading, text]: SearchEntry, terms: readonly string[]): HTMLElement {
  const item = element('li');
  const link = element('a');
  link.href = address;
  link.append(element('b', '', heading ? `${page}: ${heading}` : page));
  const at = Math.max(0, ...terms.map((term) => text.toLowerCase().indexOf(term)));
  const from = at < 60 ? 0 : text.indexOf(' ', at - 50) + 1;
  link.append(element('span', '', (from > 0 ? '… ' : '') + text.slice(from, from + 180)));
  item.append(link);
  return item;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
