import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  version: string;
  integrity: string;
}
interface Component {
  name: string;
  version: string;
  hashes: { alg: string; content: string }[];
}

test('the bill of materials names every package of the lock, with its checksum', () => {
  const bom = JSON.parse(execFileSync('npm', ['run', '-s', 'sbom'], { encoding: 'utf8', stdio: 'pipe' }));
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'pasarela', type: 'application' } },
  });
  const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const locked = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, integrity }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const checksum = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return `${name} ${version} ${checksum}`;
    });
  const listed = (bom.components as Component[]).map(
    ({ name, version, hashes }) => `${name} ${version} ${hashes[0]?.content}`,
  );
  expect(new Set(listed)).toEqual(new Set(locked));
});
