import { beforeAll, expect, test } from 'vitest';
import { firstTime } from './first-time.ts';

beforeAll(() => {
  expect(firstTime('hook')).toBe(false);
});

test('passes behind a hook that fails once', () => {});
