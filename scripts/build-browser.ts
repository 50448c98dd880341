import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds what the hosted pages run in the browser, from src/ to dist/. Runs on `npm install`; the
 * server itself needs no build.
 */

/** Phones that are some years old still pay: these have all the script uses. */
const target = ['chrome86', 'safari14.1', 'firefox79'];

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

await build({
  entryPoints: [
    at('src/checkout/browser/card.ts'),
    at('src/checkout/card.css'),
    at('src/checkout/crypto/browser/crypto.ts'),
    at('src/checkout/crypto/crypto.css'),
    at('src/checkout/payout/browser/payout.ts'),
    at('src/checkout/payout/payout.css'),
  ],
  outdir: at('dist/checkout'),
  entryNames: '[name]',
  bundle: true,
  minify: true,
  format: 'iife',
  charset: 'utf8',
  legalComments: 'none',
  target,
  logLevel: 'warning',
});
