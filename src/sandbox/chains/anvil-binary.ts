import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** The npm packages use the Foundry project's platform names, not Node's. */
const packages: Record<string, string> = {
  'linux-x64': '@foundry-rs/anvil-linux-amd64',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64',
};

/** The program that runs a local chain: from npm if its package exists for this machine, else from the PATH. */
export function findAnvil(): string {
  const candidates = [fromPackage(), ...fromPath()];
  const found = candidates.find((path) => path !== null && existsSync(path));
  if (!found) {
    throw new Error(
      'anvil, which runs the local chains of the sandbox, is neither among the npm packages nor on the PATH. ' +
        'Run "npm install" again, or install Foundry (https://getfoundry.sh).',
    );
  }
  return found;
}

function fromPackage(): string | null {
  const name = packages[`${platform()}-${arch()}`];
  if (!name) return null;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', 'anvil');
  } catch {
    // An optional dependency: npm skips it if it is not available.
    return null;
  }
}

function fromPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'anvil'));
}
