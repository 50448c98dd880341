import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Writes one CommonJS file, as Medusa loads it, with the TypeScript client in it. */
export async function buildProvider(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('src/index.ts', import.meta.url))],
    outfile,
    bundle: true,
    external: ['@medusajs/*'],
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
}

if (import.meta.main) await buildProvider(fileURLToPath(new URL('dist/index.cjs', import.meta.url)));
