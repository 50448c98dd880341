import { test } from 'vitest';

test('kills its worker', async () => {
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
});
