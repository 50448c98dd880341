import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deadlines } from '../../../../test/kit/deadlines.ts';
import type { ContractWorld } from '../../../../test/kit/processors/contract-world.ts';
import { startMercadopagoWorld } from '../../../../test/kit/processors/mercadopago/contract-world.ts';
import { amountMinor, pay, refundOf } from '../../../../test/kit/processors/mercadopago/customer.ts';
import type { ProcessorMovement } from '../../charges/payment-processor.ts';
import { parseReport } from './csv.ts';

describe('the report "Account money"', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await startMercadopagoWorld({ timeoutMs: deadlines.answer });
  });

  afterAll(() => world?.close());

  async function linesBetween(from: Date, to: Date): Promise<ProcessorMovement[]> {
    const lines: ProcessorMovement[] = [];
    for await (const line of world.processor.linesBetween(from, to)) lines.push(line);
    return lines;
  }

  test('tells every movement with what was kept of it, once asked for', async () => {
    const { processor, simulator } = world;
    const from = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000);
    const to = new Date(from.getTime() + 3_600_000);
    const attempt = await pay(world);
    const { attemptId } = attempt.asked;
    await processor.refund(refundOf(attempt, 23_450n));
    const disputeId = await simulator.openDispute(attemptId);
    await simulator.closeDispute(disputeId, 'won');

    const lines = await linesBetween(from, to);
    const line = {
      attemptId,
      refundId: null,
      disputeId: null,
      lineId: expect.any(String),
      at: expect.any(Date),
    };
    const money = (minor: bigint) => ({ amountMinor: minor, currency: 'ARS' });
    expect(lines).toEqual([
      { ...line, kind: 'payment', amount: money(amountMinor), feeMinor: 7_765n },
      { ...line, kind: 'refund', amount: money(-23_450n), feeMinor: -1_475n },
      { ...line, kind: 'dispute', amount: money(-100_000n), feeMinor: 0n },
      { ...line, kind: 'dispute_won', amount: money(100_000n), feeMinor: 0n },
    ]);
    expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(4);
    expect(await linesBetween(from, to)).toEqual(lines);
    expect(simulator.calls()['POST /v1/account/settlement_report']).toBe(1);
    expect(await linesBetween(new Date(from.getTime() - 3_600_000), from)).toEqual([]);
  });
});

describe('a file', () => {
  test('is read with the quotes and commas of its JSON, and with either separator', () => {
    const rows = [
      'SOURCE_ID,METADATA,TAXES,NAME,LAST',
      '1,"[{"a":"x, y","b":["z"]}]",{},"He said ""no"", twice",end',
      '2,"{"a":"b","c":"d"}",,,',
      '3,"[{}]","[{"n":"caba","v":"-1.50"}, {"n":"d"}]",plain,"last"',
    ];
    const expected = [
      {
        SOURCE_ID: '1',
        METADATA: '[{"a":"x, y","b":["z"]}]',
        TAXES: '{}',
        NAME: 'He said "no", twice',
        LAST: 'end',
      },
      { SOURCE_ID: '2', METADATA: '{"a":"b","c":"d"}', TAXES: '', NAME: '', LAST: '' },
      {
        SOURCE_ID: '3',
        METADATA: '[{}]',
        TAXES: '[{"n":"caba","v":"-1.50"}, {"n":"d"}]',
        NAME: 'plain',
        LAST: 'last',
      },
    ];
    expect(parseReport(rows.join('\r\n'))).toEqual(expected);
    expect(parseReport(`\uFEFF${rows.join('\n')}\n\n`)).toEqual(expected);
    expect(parseReport('A;B\n1,5;"x;y"\n')).toEqual([{ A: '1,5', B: 'x;y' }]);
    expect(parseReport('')).toEqual([]);
    expect(parseReport('A,B\n"never closed,1')).toEqual([{ A: 'never closed,1', B: '' }]);
  });
});
