import type { Language } from '../../base/money/language.ts';
import type { HeldRole, Role } from './roles.ts';

export interface Person {
  id: string;
  email: string;
  name: string;
  language: Language;
}

/** Somebody who signed in, with what they are where at this moment. */
export interface SignedIn {
  person: Person & {
    /** An authenticator app. */
    hasSecondFactor: boolean;
    hasPasskey: boolean;
  };
  sessionId: string;
  held: readonly HeldRole[];
}

/** A link that was mailed to somebody. */
export interface OneTimeLink {
  id: string;
  kind: 'invitation' | 'reset';
  email: string;
  language: Language;
  merchantId: string | null;
  role: Role | null;
  invitedBy: string | null;
  /** Who agreed to it, where its maker may not give the role alone. */
  approvedBy: string | null;
  expiresAt: Date;
}

/** What they are called by in the audit log. */
export function actorOf({ person }: SignedIn): string {
  return person.email;
}

/** What an act on somebody's role is done to, in the audit log. */
export function placeOf(merchantId: string | null): string {
  return merchantId === null ? 'installation' : `merchant ${merchantId}`;
}
