import { Badge } from '@mantine/core';
import type { PayoutState } from '../../src/crypto/payouts/dashboard-answer.ts';
import { useTexts } from '../app/language.tsx';

const colours: Readonly<Record<PayoutState, string>> = {
  collecting: 'blue',
  review: 'orange',
  on_its_way: 'blue',
  paid: 'green',
  ended: 'gray',
};

export function PayoutBadge({ state }: { state: PayoutState }) {
  const t = useTexts().payouts;
  return (
    <Badge color={colours[state]} variant="light" className="badge">
      {t.states[state]}
    </Badge>
  );
}
