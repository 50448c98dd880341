import { success } from './dashboard-examples.ts';
import type { Example } from './example.ts';

const step = '01998c65-6f70-7000-8000-000000000007';
const credential = 'kWJ3y0mFQ8uU2m0xq1s9Zg';
const asked = {
  challenge: 'mR0cQn5m3b9yq0mC7n1pWQ',
  rpId: 'pay.company.example',
  userVerification: 'required',
};
const answer = {
  id: credential,
  rawId: credential,
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: '…', signature: '…' },
  clientExtensionResults: {},
};

const notificationSettings = [
  { kind: 'sale', mail: 'daily', on_page: true, push: true },
  { kind: 'chargeback', mail: 'at_once', on_page: true, push: true },
];

/** Examples of operations on one's own account. */
const pushDevices = {
  public_key: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo',
  devices: [
    {
      id: '01998c68-92a3-7000-8000-00000000000c',
      device: 'Mozilla/5.0 (Linux; Android 16)',
      created_at: '2026-01-31T15:04:05.000Z',
    },
  ],
};

export const accountExamples: Readonly<Record<string, Example>> = {
  listOwnSessions: {
    answer: success('Your sessions', {
      sessions: [
        {
          id: '01998c66-7081-7000-8000-000000000008',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
          address: '203.0.113.7',
          since: '2026-01-31T15:04:05.000Z',
          is_this: true,
        },
      ],
    }),
  },
  endOwnSession: { answer: success('Signed out there', null) },
  listPasskeys: {
    answer: success('Your passkeys', {
      passkeys: [
        {
          id: '01998c67-8192-7000-8000-000000000009',
          name: 'Phone',
          created_at: '2026-01-31T15:04:05.000Z',
          last_used_at: null,
        },
      ],
    }),
  },
  beginPasskey: {
    request: { password: 'a sentence that only Eva knows' },
    answer: success('Ask the device', { step, options: asked }),
  },
  addPasskey: {
    request: { step, name: 'Phone', answer },
    answer: success('The passkey signs in from now on', null),
  },
  askForProof: {
    request: { act: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
    answer: success('Ask the device', { step, options: asked }),
  },
  removePasskey: { answer: success('The passkey is gone', null) },
  askForPasskey: { answer: success('Ask the device', { step, options: asked }) },
  followChanges: { answer: 'event: changed\ndata: \n\n' },
  listNotifications: {
    answer: success('Notifications', {
      unread: 1,
      rows: [
        {
          id: '01998c68-92a3-7000-8000-00000000000b',
          kind: 'chargeback',
          outcome: 'dispute_open',
          title: 'Chargeback opened: 10.50 USD (order A-1)',
          advice: 'The bank took the money until it decides. Send your evidence before the deadline.',
          path: '/dashboard/payments/01998c60-1a2b-7000-8000-000000000001?merchant=01998c5e-0000-7000-8000-0000000000aa',
          is_read: false,
          created_at: '2026-01-31T15:04:05.000Z',
        },
      ],
      next_cursor: null,
    }),
  },
  markNotificationsRead: {
    request: { until: '01998c68-92a3-7000-8000-00000000000b' },
    answer: success('Marked as read', null),
  },
  readNotificationSettings: { answer: success('Your notifications', { settings: notificationSettings }) },
  changeNotificationSettings: {
    request: { settings: notificationSettings },
    answer: success('Saved', { settings: notificationSettings }),
  },
  listPushDevices: { answer: success('Your devices', pushDevices) },
  addPushDevice: {
    request: {
      endpoint: 'https://push.example/send/3f9a',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    answer: success('This device is notified', pushDevices),
  },
  forgetPushDevice: {
    request: { device: '01998c68-92a3-7000-8000-00000000000c' },
    answer: success('The device is forgotten', { ...pushDevices, devices: [] }),
  },
  signInByPasskey: { request: { step, answer }, answer: success('Signed in', null) },
};
