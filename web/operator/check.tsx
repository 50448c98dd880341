import { Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { Facts, Fault, PageTitle } from '../parts/basics.tsx';
import { RowsView } from '../parts/list.tsx';
import { isOpen, RunProgress, RunResult, runsRefreshMs, starterOf } from './check-runs.tsx';

const route = getRouteApi('/shell/checks/$run');

/** One run of a check: its progress and its findings. */
export function CheckPage() {
  const t = useOperatorTexts();
  const { run: id } = route.useParams();
  const { date } = useFormats();
  const { count } = useFormats();
  const query = useQuery({
    queryKey: ['runs', 'one', id],
    queryFn: () => call('GET /dashboard/api/runs/{run}', { path: { run: id } }),
    refetchInterval: ({ state }) => (state.data ? runsRefreshMs([state.data]) : false),
  });
  const run = query.data;
  return (
    <Stack maw={960}>
      <Link to="/checks">{t.checks.all}</Link>
      <PageTitle>{run ? (t.checks.kinds[run.kind] ?? run.kind) : t.checks.title}</PageTitle>
      <Fault error={query.error} />
      {query.isPending && <Loader aria-label="…" />}
      {run && (
        <>
          {isOpen(run) && <RunProgress run={run} />}
          <Facts
            of={[
              [t.checks.result, isOpen(run) ? null : <RunResult key="result" run={run} />],
              [t.processors.processor, run.processor],
              [t.checks.period, run.from && `${run.from} – ${run.to}`],
              [
                t.checks.looked,
                run.counts
                  .map(({ of, count: number }) => `${count(number)} ${t.checks.counts[of] ?? of}`)
                  .join(', '),
              ],
              [t.checks.begun, date(run.created_at)],
              [t.checks.ended, run.ended_at && date(run.ended_at)],
              [t.checks.by, starterOf(run, t)],
              [t.checks.statuses.broken_off ?? '', run.failure],
              [t.checks.digest, run.digest],
            ]}
          />
          {run.digest && <Text size="sm">{t.checks.digestHint}</Text>}
          {run.findings.length > 0 && (
            <>
              <Title order={2} size="h4">
                {t.checks.findings}
              </Title>
              {(run.found ?? 0) > run.findings.length && (
                <Text size="sm">{t.checks.shown(count(run.findings.length), count(run.found ?? 0))}</Text>
              )}
              <RowsView
                rows={run.findings}
                keyOf={(finding) => JSON.stringify(finding)}
                columns={[
                  {
                    title: t.checks.what,
                    show: ({ code, account }) =>
                      [t.checks.codes[code] ?? code, account].filter(Boolean).join(': '),
                  },
                  { title: 'ID', show: ({ id: known }) => known },
                  { title: t.checks.merchant, show: ({ merchant_id }) => merchant_id },
                  { title: t.checks.expected, show: ({ expected }) => expected },
                  { title: t.checks.found, show: ({ found }) => found },
                ]}
              />
            </>
          )}
        </>
      )}
    </Stack>
  );
}
