import { Button, Group, Loader, Progress, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { saveRows } from '../parts/download.tsx';
import { ListView, useList } from '../parts/list.tsx';

const route = getRouteApi('/shell/payouts/files/$batch');
/** Refreshed often while payouts are being made. */
const busyMs = 1_000;

type Batch = Answer<'GET /dashboard/api/payout-batches/{batch}'>;
type Row = Answer<'GET /dashboard/api/payout-batches/{batch}/lines'>['lines'][number];

export function PayoutBatchPage() {
  const t = useTexts().payouts;
  const { place, may } = useHere();
  const { batch: id } = route.useParams();
  const batch = useQuery({
    queryKey: ['payout-batch', place.merchant_id, id],
    queryFn: () =>
      call('GET /dashboard/api/payout-batches/{batch}', { at: place.merchant_id ?? '', path: { batch: id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? refreshMs() : busyMs),
  });
  const isMissing = batch.error instanceof Refusal && batch.error.status === 404;
  return (
    <Stack maw={760}>
      <Link to="/payouts/file">← {t.batch.back}</Link>
      {batch.isPending && <Loader aria-label="…" />}
      {isMissing ? <Text>{t.batch.missing}</Text> : <Fault error={batch.error} />}
      {batch.data && <Going batch={batch.data} />}
      {batch.data && may('payouts.make') && <Rows batch={batch.data} />}
    </Stack>
  );
}

function Going({ batch }: { batch: Batch }) {
  const t = useTexts().payouts;
  const { date, money } = useFormats();
  const done = batch.made + batch.refused;
  const isDone = batch.state === 'finished';
  return (
    <>
      <PageTitle>{batch.name}</PageTitle>
      {isDone ? <Notice>{t.batch.done}</Notice> : <Text>{t.batch.closing}</Text>}
      <div>
        <Progress
          value={(100 * done) / batch.lines}
          color={isDone ? 'green' : 'blue'}
          size="lg"
          aria-label={t.batch.progress(done, batch.lines)}
        />
        <Text mt="xs" role="status">
          {t.batch.progress(done, batch.lines)}: {t.batch.counts(batch.made, batch.refused)}
        </Text>
      </div>
      <Facts
        of={[
          [t.file.sum, money(batch.amount, 'USD')],
          [t.make.asset, batch.asset],
          [t.detail.madeBy, batch.made_by],
          [t.list.date, date(batch.created_at)],
        ]}
      />
    </>
  );
}

function Rows({ batch }: { batch: Batch }) {
  const t = useTexts().payouts;
  const { money } = useFormats();
  const { place } = useHere();
  const at = place.merchant_id ?? '';
  const read = (cursor: string | undefined) =>
    call('GET /dashboard/api/payout-batches/{batch}/lines', {
      at,
      path: { batch: batch.id },
      query: { cursor },
    });
  const list = useList(['payout-batch-lines', at, batch.id], async (cursor) => {
    const { lines, next_cursor } = await read(cursor);
    return { rows: lines, next_cursor };
  });
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows change with the batch's state
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['payout-batch-lines'] });
  }, [queries, batch.state]);
  const save = useMutation({
    mutationFn: async () => {
      const rows: Row[] = [];
      let cursor: string | undefined;
      do {
        const page = await read(cursor);
        rows.push(...page.lines);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      const name = `results-${batch.name.replace(/\.csv$/i, '')}.csv`;
      saveRows(name, [resultColumns, ...rows.map(resultOf)]);
    },
  });
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t.batch.rows}
        </Title>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t.batch.results}
        </Button>
      </Group>
      <Fault error={save.error} />
      <ListView
        list={list}
        none="…"
        keyOf={({ line }) => String(line)}
        columns={[
          { title: t.list.recipient, show: ({ email }) => email },
          { title: t.list.amount, show: ({ amount }) => money(amount, 'USD'), isNumber: true },
          { title: t.file.row, show: ({ line }) => line },
          { title: t.file.state, show: (row) => <Outcome of={row} /> },
        ]}
      />
    </>
  );
}

function Outcome({ of: { status, payout, explanation } }: { of: Row }) {
  const t = useTexts().payouts;
  if (payout) {
    return (
      <Link to="/payouts/$payout" params={{ payout }} className="row-link">
        {t.batch.statuses[status]}
      </Link>
    );
  }
  return <>{[t.batch.statuses[status], explanation].filter(Boolean).join(': ')}</>;
}

const resultColumns = [
  'line',
  'email',
  'amount',
  'country',
  'reference',
  'description',
  'status',
  'reason',
  'payout',
  'link',
];

function resultOf(row: Row): (string | null)[] {
  const { email, amount, country, reference, description, status, explanation, payout, url } = row;
  return [String(row.line), email, amount, country, reference, description, status, explanation, payout, url];
}
