import { Badge, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { ListView, useList } from '../parts/list.tsx';
import type { OperatorTexts } from '../texts/operator/en.ts';

export type Run = Answer<'GET /dashboard/api/runs'>['runs'][number];

/** How often a running check is refreshed. */
const watchMs = 1_000;

export function isOpen({ status }: Pick<Run, 'status'>): boolean {
  return status === 'waiting' || status === 'running';
}

export function runsRefreshMs(runs: readonly Pick<Run, 'status'>[]): number {
  return runs.some(isOpen) ? watchMs : refreshMs();
}

/** The newest run of a kind, refreshed often while it runs. Lists of runs are refreshed when it ends. */
export function useNewestRun(kind: Run['kind']): { query: UseQueryResult; newest: Run | undefined } {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['runs', 'newest', kind],
    queryFn: () => call('GET /dashboard/api/runs', { query: { kind } }),
    refetchInterval: ({ state }) => runsRefreshMs(state.data?.runs ?? []),
  });
  const newest = query.data?.runs[0];
  const status = newest?.status;
  useEffect(() => {
    if (status !== undefined) void queries.invalidateQueries({ queryKey: ['runs', 'list'] });
  }, [status, queries]);
  return { query, newest };
}

/** The progress. Screen readers announce only the start and the end. */
export function RunProgress({ run }: { run: Pick<Run, 'kind' | 'status' | 'done' | 'total'> }) {
  const t = useOperatorTexts();
  const { count } = useFormats();
  const percent = run.total === 0 ? 0 : Math.round((100 * run.done) / run.total);
  const words =
    run.status === 'waiting'
      ? t.checks.statuses.waiting
      : run.total === 0
        ? t.checks.starting
        : t.checks.progress(count(run.done), count(run.total));
  return (
    <Stack gap={4}>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={t.checks.kinds[run.kind] ?? run.kind} />
      </Progress.Root>
      <Text size="sm">{words}</Text>
    </Stack>
  );
}

export function RunResult({ run }: { run: Pick<Run, 'status' | 'found'> }) {
  const t = useOperatorTexts();
  const { count } = useFormats();
  const [color, words] =
    run.status === 'finished'
      ? run.found === 0
        ? ['green', t.checks.right]
        : ['red', t.checks.wrong(count(run.found ?? 0))]
      : [run.status === 'broken_off' ? 'orange' : 'blue', t.checks.statuses[run.status] ?? run.status];
  return (
    <Badge color={color ?? 'gray'} variant="light" className="badge">
      {words}
    </Badge>
  );
}

/** The newest run of a kind: its progress, or its result with a link to the details. */
export function RunCard({ run }: { run: Run }) {
  const t = useOperatorTexts();
  const { date } = useFormats();
  return (
    <Paper withBorder p="md" radius="md">
      {isOpen(run) ? (
        <RunProgress run={run} />
      ) : (
        <Group justify="space-between">
          <Link to="/checks/$run" params={{ run: run.id }}>
            {date(run.ended_at ?? run.created_at)}
          </Link>
          <RunResult run={run} />
        </Group>
      )}
      <Text size="sm" mt={4} className="wrap">
        {t.checks.by} {starterOf(run, t)}
      </Text>
    </Paper>
  );
}

/** Earlier runs, newest first. */
export function RunList({ kind }: { kind?: Run['kind'] }) {
  const t = useOperatorTexts();
  const { date } = useFormats();
  const list = useList(['runs', 'list', kind], async () => {
    const { runs } = await call('GET /dashboard/api/runs', { query: { kind } });
    return { rows: runs, next_cursor: null };
  });
  return (
    <ListView
      list={list}
      none={t.checks.none}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.checks.title,
          show: (run) => [t.checks.kinds[run.kind] ?? run.kind, run.processor].filter(Boolean).join(': '),
        },
        { title: t.checks.result, show: (run) => <RunResult run={run} /> },
        { title: t.checks.begun, show: ({ created_at }) => date(created_at) },
        { title: t.checks.by, show: (run) => starterOf(run, t) },
      ]}
      link={({ id }, content, className) => (
        <Link to="/checks/$run" params={{ run: id }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}

/** A person's e-mail, or the schedule. */
export function starterOf({ started_by }: { started_by: string }, { checks }: OperatorTexts): string {
  return started_by === 'schedule' ? checks.schedule : started_by;
}
