import { test } from 'vitest';

test('passes, and leaves a promise behind that fails', async () => {
  void Promise.reject(new Error('nobody caught this'));
  await new Promise((resolve) => setImmediate(resolve));
});
