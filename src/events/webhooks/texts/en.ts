import type { UndeliverableTexts } from './shape.ts';

export const en: UndeliverableTexts = {
  subject: (count) =>
    count === 1 ? 'A notification could not be delivered' : `${count} notifications could not be delivered`,
  greeting: (name) => `Hello, ${name},`,
  intro: (count) =>
    count === 1
      ? 'We could not deliver a notification to your server. We sent it and repeated it three times; we will not send it again by ourselves.'
      : `We could not deliver ${count} notifications to your server. We sent each and repeated it three times; we will not send them again by ourselves.`,
  transaction: 'Transaction',
  event: 'Event',
  sentTo: 'Sent to',
  why: 'Last try',
  causes: null,
  more: (count) => `… and ${count} more.`,
  replay: 'When your server answers HTTP 200 again, ask for each event to be sent once more:',
  replayAll:
    'Or for all that were not delivered since that day, at once (with "dry_run": true they are only counted):',
  read: 'Every try, with what your server answered, can be seen at:',
};
