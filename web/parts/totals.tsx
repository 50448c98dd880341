import { Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../app/api.ts';
import { useFormats, useLanguage } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';

type Totals = Answer<'GET /dashboard/api/payments/total'>;

/** What the filtered rows of a list come to, by currency. Without rows there is nothing to see. */
export function ListTotals({ of, read }: { of: readonly unknown[]; read(): Promise<Totals> }) {
  const { common } = useLanguage();
  const { amount, count } = useFormats();
  const { data } = useQuery({
    queryKey: [...of.slice(0, 1), 'total', ...of.slice(1)],
    queryFn: read,
    refetchInterval: refreshMs,
  });
  if (!data || data.totals.length === 0) return null;
  const t = common.totals;
  const rows = data.totals.reduce((all, total) => all + total.count, 0);
  return (
    <Group gap="xs" role="group" aria-label={t.label}>
      {data.totals.map((total) => (
        <Paper key={total.currency} withBorder px="md" py="xs" radius="md">
          <Text component="span" fw={600} className="numbers" display="block">
            {amount(total.amount, total.currency)}
          </Text>
          <Text component="span" size="xs" c="dimmed" display="block">
            {[
              t.rows(count(total.count)),
              total.paid === null || total.paid === total.amount
                ? null
                : t.paid(amount(total.paid, total.currency)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </Paper>
      ))}
      {data.is_more && (
        <Text size="sm" c="dimmed">
          {t.more(count(rows))}
        </Text>
      )}
    </Group>
  );
}
