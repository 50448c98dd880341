import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useTexts } from '../language.tsx';
import { Fault, PageTitle } from '../parts.tsx';
import { isOpen, RunCard, RunList, useNewestRun } from '../runs.tsx';
import { useHere } from '../session.tsx';
import { operatorTexts } from '../texts/operator/all.ts';

export function ChecksPage() {
  const t = useTexts(operatorTexts);
  return (
    <Stack maw={860}>
      <PageTitle>{t.checks.title}</PageTitle>
      <Text>{t.checks.hint}</Text>
      <Check kind="ledger_check" />
      <Check kind="audit_verification" />
      <Title order={2} size="h4">
        {t.checks.history}
      </Title>
      <RunList />
    </Stack>
  );
}

function Check({ kind }: { kind: 'ledger_check' | 'audit_verification' }) {
  const t = useTexts(operatorTexts);
  const { may } = useHere();
  const queries = useQueryClient();
  const { query: runs, newest } = useNewestRun(kind);
  const start = useMutation({
    mutationFn: () => call('startRun', { body: { kind } }),
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
