import { Badge } from '@mantine/core';
import type { SettlementStatus } from '../../src/commerce/settlements/settlement.ts';
import { useTexts } from '../app/language.tsx';

const colours = {
  requested: 'blue',
  paid: 'green',
  refused: 'gray',
  withdrawn: 'gray',
  returned: 'red',
} as const;

export function SettlementBadge({ status }: { status: SettlementStatus }) {
  const t = useTexts().settlements;
  return (
    <Badge color={colours[status]} variant="light" className="badge">
      {t.statuses[status]}
    </Badge>
  );
}
