import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { rootStyle } from '../src/base/ground/look.ts';

/**
 * Builds the browser's code, from src/ and web/ to dist/, and bundles each library of the sign-in into one file, which
 * loads ten times as fast. Runs on `npm install`; the server itself needs no build.
 */

/** Supports phones that are some years old: these versions have everything that the script uses. */
const target = ['chrome86', 'safari14.1', 'firefox79'];

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** `@import "look:root"`: the colors, which programs read, too, as custom properties. */
const look: Plugin = {
  name: 'look',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^look:root$/ }, ({ path }) => ({ path, namespace: 'look' }));
    onLoad({ filter: /./, namespace: 'look' }, () => ({ contents: rootStyle(), loader: 'css' }));
  },
};

await build({
  plugins: [look],
  entryPoints: [
    at('src/surfaces/checkout/browser/card.ts'),
    at('src/surfaces/checkout/card.css'),
    at('src/surfaces/checkout/crypto/browser/crypto.ts'),
    at('src/surfaces/checkout/crypto/crypto.css'),
    at('src/surfaces/checkout/payout/browser/payout.ts'),
    at('src/surfaces/checkout/payout/payout.css'),
    at('src/surfaces/checkout/payment-link/browser/payment-link.ts'),
    at('src/surfaces/checkout/payment-link/payment-link.css'),
    at('src/sandbox/pages/browser/sandbox.ts'),
    at('src/sandbox/pages/sandbox.css'),
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

await build({
  entryPoints: [
    at('src/accounts/people/sign-in/better-auth.ts'),
    at('src/accounts/people/factors/webauthn.ts'),
  ],
  outdir: at('dist/people'),
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  minifySyntax: true,
  // Some bundled packages call `require` for Node.js modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'error',
});

await buildDashboard();
await buildReference();

/** Writes files with hashed names, each with its compressed copy, and a manifest for the page. */
async function buildDashboard(): Promise<void> {
  const folder = at('dist/dashboard');
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [at('web/app/main.tsx')],
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    charset: 'utf8',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    target: ['chrome105', 'safari16', 'firefox110'],
    metafile: true,
    logLevel: 'warning',
  });
  await build({
    // Its address never changes: a browser looks for a new version there.
    entryPoints: [at('web/push/service-worker.ts')],
    outfile: `${folder}/service-worker.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    charset: 'utf8',
    target: ['chrome105', 'safari16', 'firefox110'],
    logLevel: 'warning',
  });
  await cp(at('web/icons'), `${folder}/icons`, { recursive: true });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  for (const name of names) {
    const content = await readFile(`${folder}/${name}`);
    await writeFile(`${folder}/${name}.br`, brotli(content));
  }
  const built = {
    script: names.find((name) => /^main-.*\.js$/.test(name)),
    style: names.find((name) => /^main-.*\.css$/.test(name)),
  };
  await writeFile(`${folder}/built.json`, JSON.stringify(built));
}

/** Copies the prebuilt script of the page at /docs and writes its compressed copies. */
async function buildReference(): Promise<void> {
  const folder = at('dist/docs');
  await mkdir(folder, { recursive: true });
  const require = createRequire(import.meta.url);
  const entry = require.resolve('@scalar/fastify-api-reference');
  const script = await readFile(join(dirname(entry), 'js/standalone.js'));
  await writeFile(`${folder}/scalar.js`, script);
  await writeFile(`${folder}/scalar.js.br`, brotli(script));
  await writeFile(`${folder}/scalar.js.gz`, gzipSync(script));
}

function brotli(content: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(content, { params });
}
