import { Badge, Button, Group, Loader, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Fault, PageTitle } from '../parts/basics.tsx';
import { isOpen, RunCard, RunList, useNewestRun } from './check-runs.tsx';

export function ChecksPage() {
  const t = useOperatorTexts();
  return (
    <Stack maw={860}>
      <PageTitle>{t.checks.title}</PageTitle>
      <Text>{t.checks.hint}</Text>
      <LastResults />
      <Check kind="ledger_check" />
      <Check kind="audit_verification" />
      <Title order={2} size="h4">
        {t.checks.history}
      </Title>
      <RunList />
    </Stack>
  );
}

/** The last result of each check, however it was started. */
function LastResults() {
  const t = useOperatorTexts();
  const { count, date } = useFormats();
  const checks = useQuery({
    queryKey: ['checks'],
    queryFn: () => call('GET /dashboard/api/checks', {}),
    refetchInterval: refreshMs,
  });
  if (checks.isPending) return <Loader aria-label="…" />;
  if (checks.isError) return <Fault error={checks.error} />;
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.checks.title}</Table.Th>
            <Table.Th>{t.checks.result}</Table.Th>
            <Table.Th>{t.checks.ended}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {checks.data.checks.map(({ check, about, checked_at, found }) => (
            <Table.Tr key={`${check} ${about}`}>
              <Table.Td>{[t.checks.names[check], about].filter(Boolean).join(': ')}</Table.Td>
              <Table.Td>
                <Badge color={found === 0 ? 'green' : 'red'} variant="light" className="badge">
                  {found === 0 ? t.checks.right : t.checks.wrong(count(found))}
                </Badge>
              </Table.Td>
              <Table.Td>{date(checked_at)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Check({ kind }: { kind: 'ledger_check' | 'audit_verification' }) {
  const t = useOperatorTexts();
  const { may } = useHere();
  const queries = useQueryClient();
  const { query: runs, newest } = useNewestRun(kind);
  const start = useMutation({
    mutationFn: () => call('POST /dashboard/api/runs', { body: { kind } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['runs'] }),
  });
  const title = t.checks.kinds[kind] ?? kind;
  return (
    <section aria-label={title}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          {runs.isSuccess && may('installation.operate') && (
            <Button
              loading={start.isPending}
              disabled={newest !== undefined && isOpen(newest)}
              onClick={() => start.mutate()}
              aria-label={`${t.checks.start}: ${title}`}
            >
              {newest ? t.checks.again : t.checks.start}
            </Button>
          )}
        </Group>
        <Text size="sm">{t.checks.hints[kind]}</Text>
        <Fault error={runs.error ?? start.error} />
        {runs.isPending && <Loader aria-label="…" />}
        {newest && <RunCard run={newest} />}
      </Stack>
    </section>
  );
}
