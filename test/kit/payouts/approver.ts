import { createHash } from 'node:crypto';
import type { Approver } from '../../../src/crypto/payouts/approval/approval-store.ts';

/** A person with an authenticated account; the same name gives the same person. */
export function approver(name: string): Approver {
  const email = `${name.toLowerCase()}@company.example`;
  const hex = createHash('sha256').update(email).digest('hex');
  const personId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { personId, email };
}
