#!/usr/bin/env node
// Runs the command line on the Node.js that the project brings, whatever the host has, with the settings of the installation.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSettings } from './settings.js';

const manifest = createRequire(import.meta.url).resolve('node/package.json');
const node = join(dirname(manifest), 'bin', 'node');
const main = fileURLToPath(new URL('../src/surfaces/cli/main.ts', import.meta.url));
const words = process.argv.slice(2);

try {
  // `init` writes the settings, and help needs none.
  const isWithout = ['init', 'help', '--help', '-h', undefined].includes(words[0]);
  const settings = isWithout ? process.env : withSettings(process.env);
  // Compiled once and kept: half the time of a start.
  const env = { NODE_COMPILE_CACHE: join(dirname(manifest), '../.cache/node'), ...settings };
  const { status } = spawnSync(node, [main, ...words], { stdio: 'inherit', env });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
