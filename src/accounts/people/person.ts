import type { Language } from '../../base/money/language.ts';
import type { HeldRole, Role } from './roles.ts';

export interface Person {
  id: string;
  email: string;
  name: string;
  language: Language;
}

/** A signed-in person, with their present roles. */
export interface SignedIn {
  person: Person & {
    /** An authenticator app. */
    hasSecondFactor: boolean;
    hasPasskey: boolean;
  };
  sessionId: string;
  held: readonly HeldRole[];
}

/** A one-time link that was mailed to a person. */
export interface OneTimeLink {
  id: string;
  kind: 'invitation' | 'reset';
  email: string;
  language: Language;
  merchantId: string | null;
  role: Role | null;
  invitedBy: string | null;
  /** The approver, if the inviter may not give the role alone. */
  approvedBy: string | null;
  expiresAt: Date;
}

/** The person's name in the audit log. */
export function actorOf({ person }: SignedIn): string {
  return person.email;
}

/** The subject of an act on a role, in the audit log. */
export function placeOf(merchantId: string | null): string {
  return merchantId === null ? 'installation' : `merchant ${merchantId}`;
}
