import { vi } from 'vitest';

/** If the run is on Citus, the tests' own connections know it, too; the program detects it by itself when it starts. */
vi.mock(import('../../src/base/db/pool.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    connect: (url, options) => original.connect(url, { isDistributed: true, ...options }),
  };
});
