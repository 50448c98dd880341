import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsSecond } from './decide-grant.ts';
import { installationRoles, merchantRoles } from './roles.ts';

const shop = 'a';
const held = fc.array(
  fc.oneof(
    fc.record({ merchantId: fc.constantFrom(shop, 'b'), role: fc.constantFrom(...merchantRoles) }),
    fc.record({ merchantId: fc.constant(null), role: fc.constantFrom(...installationRoles) }),
  ),
);

test('an owner of the shop gives roles there alone, and nobody else does where somebody was before', () => {
  fc.assert(
    fc.property(held, (roles) => {
      const isOwner = roles.some(({ merchantId, role }) => merchantId === shop && role === 'owner');
      expect(needsSecond({ held: roles, merchantId: shop, hadPeople: true })).toBe(!isOwner);
    }),
  );
});

test('in the installation nobody gives a role alone, and the first person of a shop needs no second', () => {
  fc.assert(
    fc.property(held, fc.boolean(), (roles, hadPeople) => {
      expect(needsSecond({ held: roles, merchantId: null, hadPeople })).toBe(true);
      expect(needsSecond({ held: roles, merchantId: shop, hadPeople: false })).toBe(false);
    }),
  );
});
