import { expect, test } from 'vitest';
import { alarmCodes, raisedCodes } from '../../accounts/alarms/alarm-list.ts';
import { networks } from '../../chain/chains/networks.ts';
import { type AlarmFacts, decideAlarms } from './decide-alarms.ts';

const now = new Date('2026-01-31T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const well: AlarmFacts = {
  now,
  raised: [],
  roles: new Set(['api', 'worker', 'watcher']),
  networks: [{ network: 'ERC20', isLed: true, ledUntil: ago(-20) }],
  oldestUnresolvedSeconds: 1_800,
  processors: [
    { processor: 'stripe', isFailing: false, notificationsWaiting: 100, linesAgeSeconds: 86_400 },
    { processor: 'sandbox', isFailing: false, notificationsWaiting: 0, linesAgeSeconds: null },
  ],
  ordersWaiting: 0,
  payoutsInReview: 0,
  straysWaiting: 0,
  settlementsWaiting: 0,
  wallets: [
    { network: 'ERC20', asset: 'USDT', coin: 'ETH', held: '1000.000000', gas: '0.05', gasLowBelow: 0.05 },
  ],
  deliveriesDue: 5_000,
  oldestDueSeconds: 300,
  mailsWaiting: 100,
  oldestMailSeconds: 600,
  refusedContacts: [],
  checks: [
    { check: 'ledger_check', checkedAt: ago(2 * 86_400), found: 1 },
    { check: 'custody', checkedAt: ago(90 * 86_400), found: 0 },
  ],
};
const [stripe, sandbox] = well.processors as [AlarmFacts['processors'][0], AlarmFacts['processors'][0]];
const [wallet] = well.wallets as [AlarmFacts['wallets'][0]];

test('nothing rings where all is within its bounds', () => {
  expect(decideAlarms(well)).toEqual([]);
});

test.each<[Partial<AlarmFacts>, string, string | null, string | null]>([
  [{ raised: [{ network: 'all', code: 'restored', raisedAt: now }] }, 'restored', null, null],
  [{ raised: [{ network: 'TRC20', code: 'chain_gap', raisedAt: now }] }, 'chain_gap', 'TRC20', null],
  [{ roles: new Set(['api', 'watcher']) }, 'no_worker', null, null],
  [{ roles: new Set(['api', 'worker']) }, 'no_watcher', null, null],
  [{ networks: [{ network: 'ERC20', isLed: false, ledUntil: ago(61) }] }, 'chain_unled', 'ERC20', null],
  [{ oldestUnresolvedSeconds: 1_801 }, 'attempts_unresolved', null, null],
  [{ processors: [{ ...stripe, isFailing: true }] }, 'processor_failing', 'stripe', null],
  [{ processors: [{ ...stripe, notificationsWaiting: 101 }] }, 'processor_notifications', 'stripe', '101'],
  [{ processors: [sandbox, { ...stripe, linesAgeSeconds: 86_401 }] }, 'processor_lines', 'stripe', null],
  [{ ordersWaiting: 2 }, 'orders_waiting', null, '2'],
  [{ payoutsInReview: 3 }, 'payouts_in_review', null, '3'],
  [{ straysWaiting: 2 }, 'strays_waiting', null, '2'],
  [{ settlementsWaiting: 2 }, 'settlements_waiting', null, '2'],
  [{ wallets: [{ ...wallet, held: '999.999999' }] }, 'hot_wallet_low', 'ERC20', '999.999999 USDT'],
  [{ wallets: [{ ...wallet, gas: '0.049' }] }, 'gas_low', 'ERC20', '0.049 ETH'],
  [{ oldestDueSeconds: 301 }, 'webhooks_late', null, '5000'],
  [{ deliveriesDue: 5_001 }, 'webhooks_late', null, '5001'],
  [{ oldestMailSeconds: 601 }, 'mails_wait', null, '100'],
  [
    { checks: [{ check: 'audit_verification', checkedAt: ago(2 * 86_400 + 1), found: 0 }] },
    'checks_late',
    'audit_verification',
    null,
  ],
  [{ checks: [{ check: 'backup_verification', checkedAt: now, found: 1 }] }, 'backup_wrong', null, null],
  [{ refusedContacts: [{ merchant: 'a', at: now }] }, 'contact_refused', 'a', null],
])('%j rings', (change, code, about, amount) => {
  expect(decideAlarms({ ...well, ...change })).toEqual([expect.objectContaining({ code, about, amount })]);
});

test('what is urgent comes first, and what is not known rings under no name', () => {
  const raised = [
    { network: 'ERC20', code: 'payouts_low_usdt', raisedAt: now },
    { network: 'ERC20', code: 'of_another_version', raisedAt: now },
  ];
  const codes = decideAlarms({ ...well, raised, roles: new Set() }).map(({ code }) => code);
  expect(codes).toEqual(['no_worker', 'no_watcher', 'payouts_low_usdt']);
  expect(codes.every((code) => alarmCodes.includes(code))).toBe(true);
});

test('a hot wallet that runs out of gas rings on every network', () => {
  for (const { id, coin, gasLowBelow } of networks) {
    expect(gasLowBelow).toBeGreaterThan(0);
    const short = { ...wallet, network: id, coin: coin.code, gasLowBelow };
    expect(decideAlarms({ ...well, wallets: [{ ...short, gas: String(gasLowBelow) }] })).toEqual([]);
    expect(decideAlarms({ ...well, wallets: [{ ...short, gas: '0' }] })).toEqual([
      expect.objectContaining({ code: 'gas_low', about: id, amount: `0 ${coin.code}` }),
    ]);
  }
});

test('every code has one rule, and every code that is raised has one', () => {
  expect(new Set(alarmCodes).size).toBe(alarmCodes.length);
  expect(raisedCodes.filter((code) => !alarmCodes.includes(code))).toEqual([]);
});
