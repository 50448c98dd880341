import { expect, test } from 'vitest';
import { compileContracts } from '../../../scripts/compile-contracts.ts';
import { contracts } from './contracts.ts';

test('the committed contracts are what the sources compile to', () => {
  expect(contracts).toEqual(compileContracts());
});
