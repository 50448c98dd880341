#!/usr/bin/env node
// Runs the command line on the Node.js that the project brings, whatever the host has.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const manifest = createRequire(import.meta.url).resolve('node/package.json');
const node = join(dirname(manifest), 'bin', 'node');
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const { status } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
