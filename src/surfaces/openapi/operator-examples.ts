import type { Example } from './example.ts';

/** The same installation as its operators see it. */

const merchant = {
  id: '01998c5e-0000-7000-8000-0000000000aa',
  name: 'Demo Store',
  contact_email: 'owner@shop.example',
  language: 'es',
  enabled: true,
  card_fee_basis_points: 290,
  crypto_fee_basis_points: 100,
  payout_fee_basis_points: 50,
};
const rules = [
  { countries: ['COL'], currencies: ['COP'], use: [{ processor: 'dlocal' }] },
  { use: [{ processor: 'stripe', share: 70 }, { processor: 'dlocal' }] },
];
const merchantDetail = {
  ...merchant,
  payouts_enabled: true,
  payout_single_limit: '10000.00',
  payout_daily_limit: '50000.00',
  payout_monthly_limit: null,
  payout_auto_approve_up_to: '1000.00',
  requests_per_ten_seconds: null,
  statement_descriptor: 'DEMO STORE',
  contact_refused: null,
  rules,
  balances: [{ account: 'merchant_available', asset: 'USD', balance: '1234.50' }],
};
const run = {
  id: '01998c70-1a2b-7000-8000-000000000001',
  kind: 'ledger_check',
  status: 'finished',
  started_by: 'olga@operator.example',
  created_at: '2026-01-31T15:04:05.000Z',
  ended_at: '2026-01-31T15:05:17.000Z',
  tries: 1,
  done: 8,
  total: 8,
  step: null,
  found: 0,
  failure: null,
  processor: null,
  merchant_id: null,
  from: null,
  to: null,
};
const why = { scope: 'network:TRC20', reason: 'A transfer left that nobody here made' };

const success = (message: string, data: unknown) => ({ status: 'Success', code: 200, message, data });

const stray = {
  order: '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5e',
  merchant_id: '0198f2a4-6c1e-7b3a-9d52-3f6c1a2b4d5f',
  network: 'POLYGON',
  network_title: 'Polygon PoS',
  amount: '40.000000 USDT',
  asked: 'USDT, Ethereum (ERC-20)',
  sender: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  transaction_hash: `0x${'5a'.repeat(32)}`,
  url: `https://polygonscan.com/tx/0x${'5a'.repeat(32)}`,
  at: '2026-01-31T15:04:05.000Z',
  can_adopt: true,
};
const heldTransfer = {
  id: '01998c6e-4f00-7000-8000-000000000021',
  kind: 'payout',
  merchant_id: '01998c00-0000-7000-8000-000000000001',
  network: 'ERC20',
  network_title: 'Ethereum (ERC-20)',
  amount: '70.000000 USDT',
  arrived: '0.000000 USDT',
  to: '0x52908400098527886E0F7030069857D2E4169EE7',
  transaction_hash: '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd',
  held_at: '2026-01-31T15:04:05.000Z',
  sources: [
    'node-1.example: success, without a log of the transfer; the bloom says that there is such a log; the wallet changed by -70.000000 USDT in that block; the recipient by 70.000000 USDT',
  ],
  said: null,
  said_by: null,
  note: null,
};

const openCase = {
  id: '01998c6e-4f00-8000-8000-000000000031',
  processor: 'stripe',
  kind: 'other',
  reason: 'unknown_kind',
  currency: 'USD',
  amount: '-7.77',
  reference: 'txn_3OqQ2e2eZvKYlo2C0cIqVwQe',
  charge_id: null,
  merchant_id: null,
  merchant_name: null,
  is_own_account: false,
  opened_at: '2026-01-31T15:04:05.000Z',
  targets: ['merchant', 'costs', 'bank', 'funds', 'reserve'],
  takes_two: ['merchant'],
  proposed: null,
  decided: null,
};

const cardPayout = {
  id: '01998c6e-4f00-8000-8000-000000000041',
  processor: 'stripe',
  merchant_name: null,
  reference: 'po_1OqQ2e2eZvKYlo2C',
  currency: 'USD',
  amount: '96.80',
  at: '2026-01-30T00:00:00.000Z',
  arrives_at: '2026-02-01T00:00:00.000Z',
  is_listed: true,
  lines: 1,
  lines_sum: '96.80',
};

export const operatorExamples: Readonly<Record<string, Example>> = {
  listAlarms: {
    answer: success('Alarms', {
      alarms: [
        {
          code: 'chain_lag',
          is_urgent: true,
          about: 'TRC20',
          since: '2026-01-31T15:04:05.000Z',
          amount: null,
        },
      ],
    }),
  },
  readOperations: {
    answer: success('Operations', {
      queues: {
        deliveries_due: 3,
        oldest_due_seconds: 12,
        mails_waiting: 0,
        orders_waiting: 1,
        payouts_in_review: 2,
        card_cases_open: 1,
        payouts_waiting: [{ network: 'TRC20', reason: 'low_gas', count: 4 }],
        oldest_unresolved_seconds: 0,
      },
      processes: [
        {
          id: '01998c71-2b3c-7000-8000-000000000001',
          host: 'pay-1',
          pid: 4711,
          roles: ['api', 'worker', 'watcher'],
          started_at: '2026-01-30T08:00:00.000Z',
          seen_at: '2026-01-31T15:04:05.000Z',
        },
      ],
    }),
  },
  readRevenue: {
    answer: success('Revenue', {
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
      is_partial: false,
      moved: [
        {
          asset: 'USD',
          payments: 120,
          volume: '10500.00',
          given_back: '120.00',
          taken_back: '0.00',
          paid_out: '0.00',
          fees: '304.50',
        },
      ],
      balances: [{ account: 'platform_fees', asset: 'USD', balance: '9999.90' }],
    }),
  },
  listMerchants: { answer: success('Merchants', { merchants: [merchant], next_cursor: null }) },
  createMerchant: {
    request: {
      name: merchant.name,
      contact_email: merchant.contact_email,
      language: 'es',
      owner_email: 'owner@company.example',
    },
    answer: success('The merchant is made, and its owner invited', {
      ...merchant,
      api_key: null,
      webhook_secret: null,
      invited: 'owner@company.example',
    }),
  },
  readOperatedMerchant: { answer: success('Merchant', merchantDetail) },
  changeOperatedMerchant: {
    request: { card_fee_basis_points: 290, payout_monthly_limit: null },
    answer: success('The merchant is changed', merchantDetail),
  },
  enableMerchant: { request: { enabled: true }, answer: success('It is served', merchantDetail) },
  setMerchantRoutes: {
    request: { rules },
    answer: success('The rules count within seconds', merchantDetail),
  },
  listNetworks: {
    answer: success('Networks', {
      networks: [
        {
          network: 'TRC20',
          title: 'Tron (TRC-20)',
          asset: 'USDT',
          block: '68123456',
          lag_seconds: 4,
          lag_limit_seconds: 120,
          is_led: true,
          gaps: 0,
          nodes: [{ host: 'api.trongrid.io', is_well: true, fault: null }],
          wallets: [
            {
              address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
              is_active: true,
              held: '12500.000000',
              gas: '830.500000',
              coin: 'TRX',
            },
          ],
          custody: {
            deposits: '340.000000',
            hot: '12500.000000',
            treasury: '0.000000',
            is_off: false,
            next_check_at: '2026-01-31T16:00:00.000Z',
          },
        },
      ],
    }),
  },
  askForCustodyCheck: { answer: success('Custody is compared within half a minute', null) },
  listSweeps: {
    answer: success('Sweeps', {
      sweeps: [
        {
          id: '01998c72-3c4d-7000-8000-000000000001',
          network: 'TRC20',
          asset: 'USDT',
          place: 'hot',
          address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
          status: 'planned',
          planned_by: 'olga@operator.example',
          created_at: '2026-01-31T15:04:05.000Z',
          addresses: 12,
          ended: 0,
          planned: '340.000000',
          swept: '0.000000',
        },
      ],
    }),
  },
  cancelSweep: {
    request: { note: 'Planned to the wrong place' },
    answer: success('The sweep is canceled', null),
  },
  listProcessors: {
    answer: success('Processors', {
      processors: [
        {
          processor: 'stripe',
          order: 1,
          kind: 'hosted',
          is_failing: false,
          last_outcome: 'approved',
          last_at: '2026-01-31T15:04:05.000Z',
          unresolved: 0,
          notifications_waiting: 0,
          has_lines: true,
          read_until: '2026-01-31T15:00:00.000Z',
          failure: null,
          merchants: 2,
        },
      ],
      rules,
    }),
  },
  setCardRoutes: { request: { rules }, answer: success('The rules count within seconds', { rules }) },
  listStrays: { answer: success('Money that came astray', { strays: [stray] }) },
  adoptStray: {
    request: { network: 'POLYGON', note: 'The shop agrees' },
    answer: success('Counted for its order', { strays: [] }),
  },
  returnStray: {
    request: {
      network: 'POLYGON',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
      note: 'The customer wants it back',
    },
    answer: success('Somebody else has to approve it', { strays: [] }),
  },
  listOutcomes: { answer: success('Held transfers', { outcomes: [heldTransfer] }) },
  decideOutcome: {
    request: { word: 'arrived', note: 'Seen in two explorers; the recipient has it.' },
    answer: success('A second person has to say the same', {
      outcomes: [
        {
          ...heldTransfer,
          said: 'arrived',
          said_by: 'olga@operator.example',
          note: 'Seen in two explorers; the recipient has it.',
        },
      ],
    }),
  },
  listCardCases: { answer: success('Cases', { open_count: 1, open: [openCase], decided: [] }) },
  decideCardCase: {
    request: { to: 'costs', note: 'Withholding tax of January, by the statement.' },
    answer: success('Decided and booked', {
      open_count: 0,
      open: [],
      decided: [
        {
          ...openCase,
          decided: {
            to: 'costs',
            merchant_name: null,
            by: 'olga@operator.example',
            note: 'Withholding tax of January, by the statement.',
            at: '2026-02-01T09:30:00.000Z',
          },
        },
      ],
    }),
  },
  readCardReconciliations: {
    answer: success('Reconciliations', {
      runs: [
        {
          processor: 'stripe',
          merchant_name: null,
          ran_at: '2026-02-03T03:00:05.000Z',
          from: '2026-01-30T00:00:00.000Z',
          to: '2026-01-31T00:00:00.000Z',
          lines: 412,
          entries: 398,
          found: 1,
          cases_opened: 1,
          failure: null,
        },
      ],
      balances: [
        {
          processor: 'stripe',
          merchant_name: null,
          currency: 'USD',
          read_at: '2026-02-03T03:00:09.000Z',
          theirs: '10250.40',
          ours: '10250.40',
          difference: '0.00',
          differs_since: null,
        },
      ],
    }),
  },
  listCardPayouts: { answer: success('Payouts', { payouts: [cardPayout], next_cursor: null }) },
  readCardPayout: {
    answer: success('Payout', {
      payout: cardPayout,
      lines: [
        {
          id: 'txn_3OqQ2e2eZvKYlo2C0cIqVwQe',
          kind: 'payment',
          at: '2026-01-28T15:04:05.000Z',
          currency: 'USD',
          amount: '100.00',
          fee: '3.20',
          charge_id: '01998c6e-4f00-7000-8000-000000000051',
          merchant_name: 'Demo Store',
        },
      ],
      next_cursor: null,
    }),
  },
  listPauses: {
    answer: success('Pauses', {
      pauses: [
        {
          ...why,
          merchant_name: null,
          paused_by: 'olga@operator.example',
          paused_at: '2026-01-31T15:04:05.000Z',
        },
      ],
      networks: [{ network: 'TRC20', title: 'Tron (TRC-20)', waiting: 4 }],
    }),
  },
  pausePayouts: { request: why, answer: success('Nothing of it is sent from now on', null) },
  resumePayouts: {
    request: { ...why, reason: 'The key was changed' },
    answer: success('It is sent again', null),
  },
  listChecks: {
    answer: success('Checks', {
      checks: [
        { check: 'ledger_check', about: null, checked_at: run.created_at, found: 0 },
        { check: 'custody', about: 'ERC20', checked_at: run.created_at, found: 0 },
      ],
    }),
  },
  listRuns: { answer: success('Runs', { runs: [run] }) },
  readRun: {
    answer: success('Run', {
      ...run,
      counts: [
        { of: 'entries', count: 5210 },
        { of: 'postings', count: 15630 },
      ],
      digest: null,
      findings: [],
    }),
  },
  startRun: {
    request: { kind: 'reconciliation', processor: 'stripe', from: '2026-01-01', to: '2026-01-31' },
    answer: success('It is on its way', {
      ...run,
      kind: 'reconciliation',
      status: 'waiting',
      ended_at: null,
      tries: 0,
      done: 0,
      total: 0,
      found: null,
      processor: 'stripe',
      from: '2026-01-01',
      to: '2026-01-31',
    }),
  },
  listAudit: {
    answer: success('Audit log', {
      rows: [
        {
          number: '5210',
          at: '2026-01-31T15:04:05.000Z',
          actor: 'olga@operator.example',
          act: 'payouts_paused',
          subject: 'payouts network:TRC20',
          details: '{"reason":"A transfer left that nobody here made"}',
        },
      ],
      next_cursor: null,
    }),
  },
};
