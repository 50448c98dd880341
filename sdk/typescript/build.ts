import { copyFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generateDtsBundle } from 'dts-bundle-generator';
import { build } from 'esbuild';

/** Writes dist/: one file as an ES module, one as CommonJS, and their types. */

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

await rm(here('dist'), { recursive: true, force: true });
for (const [format, extension] of [
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
] as const) {
  await build({
    entryPoints: [here('src/index.ts')],
    outfile: here(`dist/index.${extension}`),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
  });
}
const [types = ''] = generateDtsBundle([{ filePath: here('src/index.ts'), output: { noBanner: true } }], {
  preferredConfigPath: here('tsconfig.json'),
});
await writeFile(here('dist/index.d.mts'), types);
await copyFile(here('dist/index.d.mts'), here('dist/index.d.cts'));
