import { test } from 'vitest';
import { firstTime } from './first-time.ts';

test('kills its worker the first time', async () => {
  if (!firstTime('crash')) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
});
