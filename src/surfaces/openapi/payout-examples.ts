import type { Example } from './example.ts';

/** Payouts as people make, approve and limit them on the dashboard. */

const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });

const payout = {
  id: '01998c70-1a2b-7000-8000-0000000000aa',
  merchant_id: '01998c5e-0000-7000-8000-0000000000aa',
  kind: 'payout',
  state: 'review',
  status: 'review',
  failure: null,
  waiting: null,
  amount: '1500.00',
  asset: 'USDT',
  crypto_amount: '1500.150000',
  fee: '7.500750',
  email: 'eva@recipient.example',
  reference: 'P-1042',
  description: 'Commission of October',
  network: 'TRC20',
  wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  made_by: 'ana@shop.example',
  made_by_key: null,
  created_at: '2026-01-31T15:04:05.000Z',
};
const detail = {
  ...payout,
  opens_until: '2026-02-01T15:04:05.000Z',
  approvals_needed: 1,
  approvals: [],
  can_approve: true,
  can_cancel: true,
  can_reissue: false,
  timeline: [
    {
      at: '2026-01-31T15:04:05.000Z',
      kind: 'created',
      outcome: 'payout_made',
      amount: { value: '1500.00', unit: 'USD' },
      subject: null,
      url: null,
    },
    {
      at: '2026-01-31T15:20:00.000Z',
      kind: 'wallet',
      outcome: 'confirmed_wallet',
      amount: null,
      subject: payout.wallet,
      url: null,
    },
  ],
};
const approved = {
  ...detail,
  state: 'on_its_way',
  status: 'queued',
  can_approve: false,
  approvals: [{ person: 'luz@shop.example', at: '2026-01-31T16:00:00.000Z', counts: true }],
};
const ended = (failure: string) => ({
  ...detail,
  state: 'ended',
  status: 'failed',
  failure,
  can_approve: false,
  can_cancel: false,
});
const money = {
  crypto_amount: '1500.150000',
  fee: '7.500750',
  total: '1507.650750',
  available: '20000.000000',
  problems: [],
};
const hash = 'Zm9yLWEtcGF5b3V0LW9mLXRoZS1wYWdlLTAxMjM0NTY3ODk';
const url = 'https://pay.company.example/payout/Qh3mV0yN5tS8rK1xW7uE4pZ2cA9bD6fG-jL_oI8vT3Y';
const batch = {
  id: '01998c71-2b3c-7000-8000-0000000000aa',
  name: 'october.csv',
  state: 'making',
  made_by: 'ana@shop.example',
  asset: 'USDT',
  amount: '1500.00',
  lines: 120,
  created_at: '2026-01-31T15:04:05.000Z',
};
const progress = { ...batch, waiting: 80, made: 39, refused: 1 };
const limits = {
  enabled: true,
  single: '10000.00',
  daily: '50000.00',
  monthly: null,
  auto_approve_up_to: '1000.00',
  fee_basis_points: 50,
  used_today: '1500.00',
  used_this_month: '4200.00',
};
const address = { network: 'TRC20', address: payout.wallet, note: 'our own treasury' };

export const payoutExamples: Readonly<Record<string, Example>> = {
  totalPayouts: {
    answer: success('Total', {
      totals: [{ currency: 'USD', count: 3, amount: '75.00', paid: null }],
      is_more: false,
    }),
  },
  listPayouts: { answer: success('Payouts', { payouts: [payout], next_cursor: null }) },
  readPayout: { answer: success('Payout', detail) },
  quotePayout: {
    request: {
      email: payout.email,
      amount: '1.500,00',
      country: 'COL',
      reference: payout.reference,
      description: payout.description,
      asset: 'USDT',
    },
    answer: success('It can be made with the hash', {
      hash,
      amount: '1500.00',
      approvals_needed: 1,
      ...money,
    }),
  },
  makePayout: {
    request: { hash, asset: 'USDT', description: payout.description },
    answer: success('Give the recipient the link', { id: payout.id, url }),
  },
  approvePayout: { request: {}, answer: success('Approved', approved) },
  rejectPayout: { request: { note: 'not our customer' }, answer: success('Rejected', ended('rejected')) },
  cancelPayoutOnPage: { request: { note: 'a typo' }, answer: success('Canceled', ended('canceled')) },
  reissueLinkOnPage: { request: {}, answer: success('The link before no longer works', { url }) },
  checkPayoutBatch: {
    request: {
      name: batch.name,
      asset: 'USDT',
      csv: 'email;amount;country;reference\neva@recipient.example;1.500,00;COL;P-1042\n',
    },
    answer: success('Nothing is wrong with the file', {
      faults: [],
      batch: { ...batch, state: 'checked', ...money, same_made_at: null },
    }),
  },
  listPayoutBatches: { answer: success('Files of payouts', { batches: [batch], next_cursor: null }) },
  readPayoutBatch: { answer: success('File of payouts', progress) },
  confirmPayoutBatch: { request: {}, answer: success('They are being made', progress) },
  listPayoutBatchLines: {
    answer: success('Lines', {
      lines: [
        {
          line: 2,
          payout: payout.id,
          status: 'made',
          refusal: null,
          explanation: null,
          email: payout.email,
          amount: payout.amount,
          country: 'COL',
          reference: payout.reference,
          description: null,
          url,
        },
      ],
      next_cursor: null,
    }),
  },
  readPayoutLimits: { answer: success('Limits', limits) },
  setPayoutLimits: {
    request: { daily: '60000.00' },
    answer: success('The limits are set', { ...limits, daily: '60000.00' }),
  },
  listPayoutAddresses: {
    answer: success('Addresses', {
      addresses: [
        {
          list: 'allow',
          ...address,
          for_all: false,
          created_at: '2026-01-31T15:04:05.000Z',
          good_from: '2026-02-01T15:04:05.000Z',
          ends_at: null,
        },
      ],
      networks: [{ id: 'TRC20', title: 'Tron (TRC-20)' }],
    }),
  },
  listPayoutAddress: {
    request: { ...address, list: 'allow' },
    answer: success('It is on the list', { is_new: true }),
  },
  unlistPayoutAddress: { request: address, answer: success('It is on no list of the merchant', null) },
};
