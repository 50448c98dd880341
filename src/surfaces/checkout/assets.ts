import { readFileSync } from 'node:fs';
import { markOf } from './set-pieces.ts';
import type { PageAssets } from './views/context.ts';

/** Reads the files that scripts/build-browser.ts built; both are inlined into their page when it is sent. */
export function loadAssets(page: 'card' | 'crypto' | 'payout' | 'payment-link' | 'sandbox'): PageAssets {
  return { css: markOf(read(`${page}.css`)), script: markOf(read(`${page}.js`)) };
}

function read(name: string): string {
  const file = new URL(`../../../dist/checkout/${name}`, import.meta.url);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new Error(`The browser files are not built (${name} is missing): run "npm install" first.`, {
      cause,
    });
  }
}
