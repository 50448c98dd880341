/** Drawn in the text's colour; decorative only, the text beside them has the same meaning. */
function icon(path: string): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
}

export const icons = {
  lock: icon('<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>'),
  done: icon('<path class="draw" d="m6 12.5 4 4 8-9"/>'),
  failed: icon('<path d="m7 7 10 10M17 7 7 17"/>'),
  clock: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
  bank: icon('<path d="m3 9 9-5 9 5zM5 9v8m5-8v8m4-8v8m5-8v8M3 20h18"/>'),
  back: icon('<path d="M9 8 5 12l4 4M5 12h9a5 5 0 0 1 5 5"/>'),
  question: icon('<path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3.5v.1"/>'),
} as const;
