export const en = {
  people: {
    title: 'People',
    hint: 'Who can sign in here, and what they may do.',
    name: 'Name',
    role: 'Role',
    state: 'Now',
    signedIn: (count: number) =>
      count === 0 ? 'Not signed in' : count === 1 ? 'Signed in' : `Signed in at ${count} places`,
    secondFactor: 'with second factor',
    invite: 'Invite somebody',
    email: 'E-mail',
    send: 'Send the invitation',
    sent: 'The invitation is on its way.',
    invited: 'Invited',
    takeBack: 'Take back',
    takenBack: 'The invitation is taken back.',
    until: (date: string) => `until ${date}`,
    signOut: 'Sign out everywhere',
    remove: 'Remove',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeHint:
      'They are signed out and can no longer see or do anything here. Invitations to them and by them end. You can invite them again.',
    changed: 'Saved.',
    roleOf: (name: string) => `Role of ${name}`,
    you: 'you',
  },
  roleHints: {
    owner: 'everything, and who may sign in',
    finance: 'gives money back, makes and approves payouts, asks for settlements',
    developer: 'sees payments; makes keys and sets up webhooks',
    viewer: 'sees payments, payouts and balances; changes nothing',
    operator: 'runs the installation, sees all shops, gives money back',
    approver: 'approves payouts; sees no payments',
    auditor: 'sees all shops, people and the audit log; changes nothing',
    administrator: 'runs the installation, and says who may sign in',
  } as Record<string, string>,
};

export type PeopleTexts = typeof en;
