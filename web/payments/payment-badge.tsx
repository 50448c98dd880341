import { Badge } from '@mantine/core';
import type { PaymentState } from '../../src/commerce/payment-list/payment.ts';
import { useTexts } from '../app/language.tsx';

const colours: Readonly<Record<PaymentState, string>> = {
  waiting: 'blue',
  authorized: 'cyan',
  paid: 'green',
  unpaid: 'gray',
  returned: 'grape',
};

export function PaymentBadge({ state, status }: { state: PaymentState; status: string }) {
  const t = useTexts().payments;
  return (
    <Badge color={colours[state]} variant="light" className="badge">
      {t.statuses[status] ?? t.states[state]}
    </Badge>
  );
}
