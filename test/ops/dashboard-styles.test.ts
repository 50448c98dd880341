import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const at = (path: string): string => new URL(`../../${path}`, import.meta.url).pathname;

test('every component of the library that the dashboard uses has its stylesheet', () => {
  const css = readFileSync(at('web/app/app.css'), 'utf8');
  const imported = [...css.matchAll(/core\/styles\/(\w+)\.css/g)].map(([, name]) => name);
  const sources = globSync('web/**/*.tsx', { cwd: at('.') }).map((path) => readFileSync(at(path), 'utf8'));
  const used = sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name),
    ),
  );
  expect(used.length).toBeGreaterThan(50);
  const styled = [...new Set(used)].filter((name) =>
    existsSync(at(`node_modules/@mantine/core/styles/${name}.css`)),
  );
  expect(styled.filter((name) => !imported.includes(name))).toEqual([]);
});
