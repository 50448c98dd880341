import { Alert, List, Text } from '@mantine/core';
import type { BatchProblem } from '../../src/crypto/payouts/batches/assess-batch.ts';
import { useTexts } from '../app/language.tsx';
import { Facts } from '../parts/basics.tsx';

interface Assessed {
  crypto_amount: string | null;
  fee: string | null;
  total: string | null;
  available: string;
  problems: BatchProblem[];
}

/** Amount, fee and total before payouts are made. */
export function MoneyFacts({
  of: { crypto_amount, fee, total, available },
  asset,
  before,
}: {
  of: Assessed;
  asset: string;
  before: [string, string][];
}) {
  const t = useTexts().payouts;
  const written = (amount: string | null): string | null => amount && `${amount} ${asset}`;
  return (
    <Facts
      of={[
        ...before,
        [t.make.gets, written(crypto_amount)],
        [t.make.fee, Number(fee) > 0 ? written(fee) : null],
        [t.make.total, written(total)],
        [t.make.available, written(available)],
      ]}
    />
  );
}

/** The problems that block the payouts, and how to solve them. */
export function Problems({ of }: { of: BatchProblem[] }) {
  const t = useTexts().payouts;
  if (of.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {of.length === 1 ? (
        <Text>{t.problems[of[0] as BatchProblem]}</Text>
      ) : (
        <List>
          {of.map((problem) => (
            <List.Item key={problem}>{t.problems[problem]}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
