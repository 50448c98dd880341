export const en = {
  account: {
    title: 'My account',
    secondFactor: 'Second factor',
    on: 'On: at every sign-in we ask for a code of your app.',
    off: 'Off. With an authenticator app on your phone nobody gets in with your password alone.',
    password: 'Your password',
    begin: 'Set it up',
    scan: 'Scan this with your app, then type the code that it shows.',
    secret: 'Or type this into the app',
    backup: 'Keep these codes in a safe place. Each lets you in once, should you lose the phone.',
    code: 'Code',
    confirm: 'Turn it on',
    remove: 'Turn it off',
  },
};

export type AccountTexts = typeof en;
