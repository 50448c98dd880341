import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Prints the software bill of materials (CycloneDX): every package of the lockfile with version, licence and checksum;
 * development packages are marked. It does not use `--omit dev`, which leaves out packages that production installs as
 * well.
 * `npm run -s sbom > sbom.cdx.json`
 */

const root = new URL('..', import.meta.url);
const maxBytes = 64 * 1024 * 1024;
const made = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: maxBytes,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const bom = JSON.parse(made);
const { name } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
// npm names the component after its folder and calls it a library.
Object.assign(bom.metadata.component, { name, type: 'application' });
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
