import type { Example } from './example.ts';

/** The same example as people at the dashboard see it. */

const merchantId = '01998c5e-0000-7000-8000-0000000000aa';
const payment = {
  id: '01998c60-1a2b-7000-8000-000000000001',
  kind: 'charge',
  state: 'paid',
  status: 'approved',
  method: 'CARDS',
  amount: '10.50',
  captured: null,
  currency: 'USD',
  refunded: '0.00',
  order_number: 'A-1',
  email: 'ana@customer.example',
  description: 'First charge',
  created_at: '2026-01-31T15:04:05.000Z',
};
const person = {
  id: '01998c63-4d5e-7000-8000-000000000005',
  email: 'eva@shop.example',
  name: 'Eva',
};
const link = '01998c64-5e6f-7000-8000-000000000006.7yV2bX1kq0a8r5n3c9dQwErTyUiOpLkJ';
const password = 'a sentence that only Eva knows';

export const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });

const dispute = {
  id: '01998c69-a3b4-7000-8000-00000000000c',
  payment: payment.id,
  status: 'open',
  amount: '10.50',
  currency: 'USD',
  reason: 'product_not_received',
  reason_text: 'the customer says that nothing was delivered',
  answer_until: '2026-02-14T23:59:59.000Z',
  opened_at: '2026-02-07T15:04:05.000Z',
  closed_at: null,
};

const evidence = {
  status: 'draft',
  failure: null,
  text: 'Delivered on February 3; the customer signed.',
  files: [
    {
      id: '01998c69-a3b4-7000-8000-00000000000d',
      kind: 'signature',
      name: 'delivery-note.pdf',
      bytes: 48_213,
      added_by: 'eva@shop.example',
      added_at: '2026-02-08T09:10:11.000Z',
    },
  ],
  can_edit: true,
  can_send: true,
  sent_by: null,
  sent_at: null,
  max_file_bytes: 4_000_000,
  max_bytes: 4_500_000,
};

export const dashboardExamples: Readonly<Record<string, Example>> = {
  listDisputes: { answer: success('Chargebacks', { rows: [dispute], next_cursor: null }) },
  readDispute: {
    answer: success('The chargeback', {
      ...dispute,
      processor: 'stripe',
      processor_reference: 'du_1QxExample',
      processor_url: null,
      evidence,
      changes: [{ at: dispute.opened_at, status: 'open', amount: '10.50', currency: 'USD' }],
    }),
  },
  writeEvidence: { request: { text: evidence.text }, answer: success('Saved', evidence) },
  addEvidenceFile: {
    request: { kind: 'signature', name: 'delivery-note.pdf', content: 'JVBERi0xLjcKJSVFT0Y=' },
    answer: success('The file is added', evidence),
  },
  removeEvidenceFile: { answer: success('The file is gone', { ...evidence, files: [] }) },
  sendEvidence: {
    request: { way: 'processor' },
    answer: success('Recorded', {
      ...evidence,
      status: 'sent',
      can_edit: false,
      sent_by: 'eva@shop.example',
      sent_at: '2026-02-09T10:11:12.000Z',
    }),
  },
  downloadEvidence: { answer: 'PK…' },
  signIn: {
    request: { email: person.email, password },
    answer: success('Signed in', { needs_second_factor: false }),
  },
  confirmSignIn: { request: { code: '123456' }, answer: success('Signed in', null) },
  changePassword: {
    request: { password: 'correct horse battery', new_password: 'seven green elephants' },
    answer: success('The password is changed', null),
  },
  signOut: { answer: success('Signed out', null) },
  readMe: {
    answer: success('You', {
      person: { ...person, language: 'es', has_second_factor: false, has_passkey: true },
      places: [
        {
          merchant_id: merchantId,
          name: 'Demo Store',
          region: 'CO',
          role: 'finance',
          permissions: ['payments.read', 'payments.refund', 'payments.cancel'],
        },
      ],
    }),
  },
  beginSecondFactor: {
    request: { password },
    answer: success('Show a code of the app to finish', {
      uri: 'otpauth://totp/Pasarela:eva@shop.example?secret=JBSWY3DPEHPK3PXP&issuer=Pasarela&digits=6&period=30',
      backup_codes: ['k3Jd9-s0LqP'],
    }),
  },
  proveSecondFactor: {
    request: { code: '123456' },
    answer: success('The second factor is asked for from now on', null),
  },
  removeSecondFactor: { request: { password }, answer: success('The second factor is gone', null) },
  askForReset: {
    request: { email: person.email },
    answer: success('If there is such an account, a mail is on its way', null),
  },
  lookAtLink: {
    request: { link },
    answer: success('The link', {
      kind: 'invitation',
      email: person.email,
      place: 'Demo Store',
      role: 'finance',
      has_account: false,
    }),
  },
  useLink: { request: { link, name: person.name, password }, answer: success('Sign in now', null) },
  listPeople: {
    answer: success('People', {
      people: [{ ...person, role: 'finance', has_second_factor: false, sessions: 1, keys: 0 }],
      invitations: [
        {
          id: '01998c67-8b9c-7000-8000-00000000000a',
          email: 'leo@shop.example',
          role: 'viewer',
          invited_by: 'owner@shop.example',
          waits_for_second: false,
          expires_at: '2026-02-07T15:04:05.000Z',
        },
      ],
      roles: ['owner', 'finance', 'developer', 'viewer'],
      second_factor_demanded: 'no',
    }),
  },
  demandSecondFactor: { request: { demanded: true }, answer: success('It counts within seconds', null) },
  invitePerson: {
    request: { email: 'leo@shop.example', role: 'viewer' },
    answer: success('The invitation is on its way', { waits_for_second: false }),
  },
  approveInvitation: { request: {}, answer: success('The invitation is on its way', null) },
  revokeInvitation: { answer: success('The invitation is taken back', null) },
  changeRole: {
    request: { role: null },
    answer: success('The role is changed', {
      ended: { sessions: 1, invitations: 2, passkeys: 0, keys: ['1a2b3c4d5e6f'] },
    }),
  },
  revokeSessions: { answer: success('Signed out everywhere', { ended: 1 }) },
  totalPayments: {
    answer: success('Total', {
      totals: [{ currency: 'USD', count: 12, amount: '310.50', paid: '280.00' }],
      is_more: false,
    }),
  },
  listPayments: { answer: success('Payments', { payments: [payment], next_cursor: null }) },
  readPayment: {
    answer: success('Payment', {
      ...payment,
      can_cancel: false,
      hold: null,
      can_send_receipt: true,
      decision: null,
      already_paid: null,
      strays: [],
      unexpected: [],
      bank_refunds: [],
      money: {
        asset: 'USD',
        paid_at: '2026-01-31T15:06:07.000Z',
        gross: '10.50',
        fee: '0.31',
        net: '10.19',
        charged_back: '0.00',
        is_direct: false,
        settlement: null,
      },
      crypto: null,
      refund: { way: 'card', left: '10.50', unit: 'USD', is_whole: false },
      timeline: [
        {
          at: '2026-01-31T15:04:05.000Z',
          kind: 'created',
          outcome: 'created',
          amount: { value: '10.50', unit: 'USD' },
          subject: null,
          url: null,
        },
        {
          at: '2026-01-31T15:06:07.000Z',
          kind: 'tried',
          outcome: 'approved',
          amount: null,
          subject: 'visa …4242',
          url: null,
        },
      ],
    }),
  },
};
