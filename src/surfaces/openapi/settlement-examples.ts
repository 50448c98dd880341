import { statementKinds } from '../../commerce/reports/names.ts';
import { success } from './dashboard-examples.ts';
import type { Example } from './example.ts';
import { reportExamples } from './report-examples.ts';

const merchant = { merchant_id: '01998c5e-0000-7000-8000-0000000000aa', merchant_name: 'Demo Store' };
const requested = {
  id: '01998c68-92a3-7000-8000-00000000000a',
  ...merchant,
  currency: 'USD',
  amount: '250.00',
  status: 'requested',
  destination: 'Banco Uno, 001-234567-8, Demo Store S.A.S.',
  requested_by: 'eva@shop.example',
  requested_at: '2026-01-31T15:04:05.000Z',
  payable_from: '2026-02-01T15:04:05.000Z',
  way: null,
  reference: null,
  paid_currency: null,
  paid_amount: null,
  paid_rate: null,
  note: null,
  reason: null,
  decided_by: null,
  decided_at: null,
  return_reason: null,
  returned_by: null,
  returned_at: null,
};
const decided = { decided_by: 'ana@company.example', decided_at: '2026-02-01T15:04:05.000Z' };
const paid = { ...requested, ...decided, status: 'paid', way: 'bank', reference: 'TRX-20260201-77' };
const returned = {
  ...paid,
  status: 'returned',
  return_reason: 'The account number is wrong',
  returned_by: 'ana@company.example',
  returned_at: '2026-02-03T15:04:05.000Z',
};
const refused = { ...requested, ...decided, status: 'refused', reason: 'The account is closed' };

const noLines = Object.fromEntries(statementKinds.map((kind) => [kind, '0.00']));

/** Settlements: payments of what the installation owes to merchants. */
export const settlementExamples: Readonly<Record<string, Example>> = {
  listSettlements: {
    answer: success('Settlements', {
      settlements: [requested],
      next_cursor: null,
    }),
  },
  readSettlement: {
    answer: success('Settlement', {
      settlement: paid,
      opening: '4.20',
      lines: { ...noLines, received: '270.00', fees: '-8.20', given_back: '-10.00' },
      left: '6.00',
    }),
  },
  listSettlementMovements: reportExamples.listMovements as Example,
  exportSettlementMovements: reportExamples.exportMovements as Example,
  listOwed: {
    answer: success('Owed', {
      owed: [{ ...merchant, currency: 'USD', available: '1024.50', settling: '250.00', owed: '1274.50' }],
      next_cursor: null,
    }),
  },
  requestSettlement: {
    request: { currency: 'USD', amount: '250.00', destination: requested.destination },
    answer: success('The request is on the operator’s list', requested),
  },
  paySettlement: {
    request: { way: 'bank', reference: paid.reference },
    answer: success('The settlement is paid', paid),
  },
  withdrawSettlement: {
    request: {},
    answer: success('The settlement is withdrawn', { ...requested, ...decided, status: 'withdrawn' }),
  },
  returnSettlement: {
    request: { reason: returned.return_reason },
    answer: success('The settlement is returned', returned),
  },
  refuseSettlement: {
    request: { reason: refused.reason },
    answer: success('The settlement is refused', refused),
  },
};
