import { expect, test } from 'vitest';
import { decideSeen, type Seen } from './decide-seen.ts';
import { type Finding, reportOf } from './finding.ts';

const sent = { forgedAddress: '198.51.100.77', host: 'api.pay.example' };

test.each<[Partial<Seen>, Finding['status'], string | null]>([
  [{}, 'ok', null],
  [{ address: sent.forgedAddress }, 'fault', 'TRUST_PROXY'],
  [{ protocol: 'http' }, 'fault', 'TRUST_PROXY'],
  [{ host: '127.0.0.1:8080' }, 'fault', null],
])('a request that the program saw as %j is %s', (change, status, variable) => {
  const findings: Finding[] = [];
  const seen = { address: '203.0.113.9', protocol: 'https', host: sent.host, ...change };
  decideSeen(seen, sent, reportOf('addresses', findings));
  expect(findings).toMatchObject([{ status, variable }]);
});
