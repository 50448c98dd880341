import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import { build, type Plugin } from 'esbuild';
import fastify from 'fastify';
import { rootStyle } from '../src/base/ground/look.ts';
import { buildGuides } from './build-guides.ts';

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

// Takes the longest, in threads of its own.
const reference = buildReference();

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

await build({
  plugins: [look],
  entryPoints: [at('src/surfaces/guides/browser/guides.ts'), at('src/surfaces/guides/guides.css')],
  outdir: at('dist/guides'),
  entryNames: '[name]',
  bundle: true,
  minify: true,
  format: 'iife',
  charset: 'utf8',
  // A guide can be read by older browsers, too, without its search.
  target: ['chrome105', 'safari16', 'firefox110'],
  logLevel: 'warning',
});
await buildGuides(at('dist/guides'));

await buildDashboard();
await reference;

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

/** Asks the package for the script of the page at /docs/api, and writes its compressed copies. */
async function buildReference(): Promise<void> {
  const folder = at('dist/docs');
  await mkdir(folder, { recursive: true });
  const app = fastify();
  await app.register(scalar, { routePrefix: '/', configuration: { content: {} } });
  const { statusCode, rawPayload: script } = await app.inject('/js/scalar.js');
  if (statusCode !== 200)
    throw new Error(`@scalar/fastify-api-reference answered ${statusCode} for its script`);
  const before = await readFile(`${folder}/scalar.js`).catch(() => null);
  if (before?.equals(script)) return;
  // Measured on 4.35 MB: 9 gives 1,047 KB in 0.7 s, 10 gives 960 KB in 8 s, 11 gives 943 KB in 13 s.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(script, { params }),
    promisify(gzip)(script),
  ]);
  await writeFile(`${folder}/scalar.js.br`, br);
  await writeFile(`${folder}/scalar.js.gz`, gz);
  // The last one: it says that the others are there.
  await writeFile(`${folder}/scalar.js`, script);
}

function brotli(content: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(content, { params });
}
