import { beforeAll, describe, test } from 'vitest';

describe('a group', () => {
  beforeAll(() => {
    throw new Error('no world to test in');
  });

  test('never runs', () => {});
});
