import {
  Badge,
  Button,
  Group,
  Loader,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { isOpen, RunCard, RunList, useNewestRun } from './check-runs.tsx';
import { RoutingRulesEditor } from './routing-rules-editor.tsx';

type Processor = Answer<'GET /dashboard/api/processors'>['processors'][number];

export function ProcessorsPage() {
  const t = useOperatorTexts();
  const { may } = useHere();
  const [notice, setNotice] = useState<string | null>(null);
  const processors = useQuery({
    queryKey: ['processors'],
    queryFn: () => call('GET /dashboard/api/processors', {}),
    refetchInterval: refreshMs,
  });
  const listed = processors.data?.processors ?? [];
  const reconcilable = listed.filter(({ has_lines }) => has_lines).map(({ processor }) => processor);
  return (
    <Stack maw={960}>
      <PageTitle>{t.processors.title}</PageTitle>
      <Fault error={processors.error} />
      <Notice>{notice}</Notice>
      {processors.isPending && <Loader aria-label="…" />}
      {processors.data && listed.length === 0 && <Text>{t.processors.none}</Text>}
      {listed.map((processor) => (
        <ProcessorCard key={processor.processor} processor={processor} />
      ))}
      {reconcilable.length > 0 && <Reconcile processors={reconcilable} />}
      {processors.data && (
        <RoutingRulesEditor
          rules={processors.data.rules}
          hint={t.rules.hint}
          canChange={may('installation.operate')}
          save={(rules) => call('PUT /dashboard/api/card-routes', { body: { rules } })}
          onDone={setNotice}
        />
      )}
    </Stack>
  );
}

function ProcessorCard({ processor: each }: { processor: Processor }) {
  const t = useOperatorTexts();
  const { date } = useFormats();
  const { count } = useFormats();
  const isUsed = each.order !== null;
  const color = each.is_failing ? 'red' : isUsed ? 'green' : 'gray';
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={each.processor}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {each.processor}
          </Title>
          <Badge color={color} variant="light" className="badge">
            {each.is_failing ? t.processors.failing : isUsed ? t.processors.well : t.processors.unused}
          </Badge>
        </Group>
        {each.is_failing && <Text size="sm">{t.processors.failingHint}</Text>}
        {each.order !== null && <Text size="sm">{t.processors.order(each.order)}</Text>}
        <Facts
          of={[
            [
              t.processors.last,
              each.last_outcome && each.last_at
                ? `${t.processors.outcomes[each.last_outcome] ?? each.last_outcome}, ${date(each.last_at)}`
                : t.processors.noAnswer,
            ],
            [t.processors.unresolved, count(each.unresolved)],
            [t.processors.notifications, count(each.notifications_waiting)],
            [
              t.processors.readUntil,
              each.has_lines ? (each.read_until ? date(each.read_until) : t.processors.neverRead) : null,
            ],
            [t.processors.failure, each.failure],
            [t.processors.merchants, each.merchants === 0 ? null : count(each.merchants)],
          ]}
        />
      </Stack>
    </Paper>
  );
}

/** The form's default period in days. */
const usualDays = 7;

function day(back: number): string {
  return new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
}

function Reconcile({ processors }: { processors: string[] }) {
  const t = useOperatorTexts();
  const { may } = useHere();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { processor: processors[0] ?? '', from: day(usualDays), to: day(0) },
  });
  const { query: runs, newest } = useNewestRun('reconciliation');
  const start = useSending(
    form,
    (given) => call('POST /dashboard/api/runs', { body: { kind: 'reconciliation', ...given } }),
    () => queries.invalidateQueries({ queryKey: ['runs'] }),
  );
  return (
    <section aria-label={t.processors.reconcile}>
      <Stack>
        <Title order={2} size="h4">
          {t.processors.reconcile}
        </Title>
        <Text size="sm">{t.processors.reconcileHint}</Text>
        {may('installation.operate') && (
          <form onSubmit={start.submit}>
            <Group align="end">
              <NativeSelect
                label={t.processors.processor}
                {...form.getInputProps('processor')}
                data={processors}
              />
              <TextInput type="date" label={t.processors.from} required {...form.getInputProps('from')} />
              <TextInput type="date" label={t.processors.to} required {...form.getInputProps('to')} />
              <Button
                type="submit"
                loading={start.isPending}
                disabled={newest !== undefined && isOpen(newest)}
              >
                {t.processors.start}
              </Button>
            </Group>
          </form>
        )}
        <Fault error={start.error ?? runs.error} />
        {newest && isOpen(newest) && <RunCard run={newest} />}
        <Title order={3} size="h5">
          {t.processors.history}
        </Title>
        <RunList kind="reconciliation" />
      </Stack>
    </section>
  );
}
