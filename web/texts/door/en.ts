export const en = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    byPasskey: 'Sign in with a passkey',
    noPasskey: 'No passkey was given. Try again, or use your password.',
    forgot: 'I forgot my password',
    codeTitle: 'One more step',
    codeHint: 'Type the six digits that your authenticator app shows, or one of your backup codes.',
    code: 'Code',
    confirm: 'Continue',
    back: 'Back to sign in',
  },
  reset: {
    title: 'Forgotten password',
    hint: 'We mail you a link under which you choose a new password.',
    submit: 'Mail me a link',
    sent: 'If there is an account with this e-mail, a mail is on its way. Look into your mailbox.',
  },
  link: {
    invitation: 'You are invited',
    invitationTo: (place: string, role: string) => `To ${place}, as ${role}.`,
    installation: 'the whole installation',
    reset: 'Choose a new password',
    name: 'Your name',
    password: 'New password',
    passwordHint: 'At least 12 characters. A sentence that only you know is best.',
    accept: 'Accept',
    save: 'Save the password',
    spent: 'This link has been used or has run out. Ask for a new one.',
    done: 'Done. Now sign in.',
  },
};

export type DoorTexts = typeof en;
