#!/usr/bin/env node
// Runs the command line on the Node.js that the project brings, whatever the host has.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const manifest = createRequire(import.meta.url).resolve('node/package.json');
const node = join(dirname(manifest), 'bin', 'node');
const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
// Compiled once and kept: half the time of a start.
const env = { NODE_COMPILE_CACHE: join(dirname(manifest), '../.cache/node'), ...process.env };
const { status } = spawnSync(node, [main, ...process.argv.slice(2)], { stdio: 'inherit', env });
process.exit(status ?? 1);
