import { Button, Group, Loader, NativeSelect, Paper, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { refreshMs, unannouncedMs } from '../app/live.ts';
import type { MessageSearch } from '../app/router.tsx';
import { useHere } from '../app/session.tsx';
import { Dialog, Fault } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';
import { type DeliveryState, deliveryStates } from './delivery-states.ts';
import { type Endpoint, useEndpoints } from './endpoints.tsx';
import { DeliveryBadge, DeveloperPage } from './parts.tsx';

const route = getRouteApi('/shell/developers/messages');
type Message = Answer<'GET /api/events'>['events'][number];
type Filter = { delivery_status?: DeliveryState; created_from?: string; endpoint?: string };
const hourMs = 3_600_000;
/** Refreshed often while a replay is running. */
const watchMs = 1_000;

/** Rounded to the hour, so that the query key stays the same within it. */
function filterOf({ state, days, endpoint }: MessageSearch, hasFurther: boolean): Filter {
  const nowMs = Math.floor(Date.now() / hourMs) * hourMs;
  return {
    ...(state && { delivery_status: state }),
    ...((endpoint || hasFurther) && { endpoint: endpoint ?? 'all' }),
    ...(days && { created_from: new Date(nowMs - days * 24 * hourMs).toISOString() }),
  };
}

export function MessagesPage() {
  const { messages: t } = useTexts().developers;
  const { place, may } = useHere();
  const at = place.merchant_id;
  const chosen = route.useSearch();
  const navigate = route.useNavigate();
  const endpoints = useEndpoints().data?.endpoints ?? [];
  const filter = filterOf(chosen, endpoints.length > 0);
  const choose = (next: MessageSearch) => navigate({ to: '/developers/messages', search: next });
  const list = useList(
    ['messages', at, filter],
    async (cursor) => {
      const { events, next_cursor } = await call('GET /api/events', { at, query: { ...filter, cursor } });
      return { rows: events, next_cursor };
    },
    () => unannouncedMs,
  );
  return (
    <DeveloperPage tab="messages">
      <Text>{t.hint}</Text>
      <Group align="end">
        <NativeSelect
          label={t.state}
          value={chosen.state ?? ''}
          onChange={(event) => {
            const state = event.currentTarget.value as DeliveryState | '';
            const { state: _, ...rest } = chosen;
            choose({ ...rest, ...(state && { state }) });
          }}
          data={[
            { value: '', label: t.all },
            ...deliveryStates.map((value) => ({ value, label: t.states[value] })),
          ]}
        />
        <NativeSelect
          label={t.period}
          value={String(chosen.days ?? '')}
          onChange={(event) => {
            const days = Number(event.currentTarget.value);
            const { days: _, ...rest } = chosen;
            choose({ ...rest, ...(days && { days }) });
          }}
          data={['', '1', '7', '30'].map((value) => ({ value, label: t.periods[value] ?? value }))}
        />
        {endpoints.length > 0 && (
          <NativeSelect
            label={t.address}
            value={chosen.endpoint ?? ''}
            onChange={(event) => {
              const endpoint = event.currentTarget.value;
              const { endpoint: _, ...rest } = chosen;
              choose({ ...rest, ...(endpoint && { endpoint }) });
            }}
            data={[
              { value: '', label: t.all },
              ...endpoints.map(({ id, description, url }) => ({ value: id, label: description || url })),
            ]}
          />
        )}
        <DownloadButton
          open={(wanted) => request('GET /dashboard/api/events.csv', { at, query: filter }, wanted)}
        />
        {may('events.replay') && <SendManyAgain filter={filter} />}
      </Group>
      <LatestReplay />
      <ListView
        list={list}
        none={Object.keys(chosen).length === 0 ? t.none : t.noneFound}
        columns={useMessageColumns(endpoints)}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/developers/messages/$message" params={{ message: id }} className={className}>
            {content}
          </Link>
        )}
      />
    </DeveloperPage>
  );
}

function useMessageColumns(endpoints: readonly Endpoint[]): Column<Message>[] {
  const { messages: t, kinds, causes } = useTexts().developers;
  const { date } = useFormats();
  return [
    { title: t.what, show: ({ status }) => kinds[status] ?? status },
    { title: t.state, show: ({ delivery }) => <DeliveryBadge state={delivery.status} /> },
    {
      title: t.answer,
      show: ({ attempts }) => {
        const last = attempts.at(-1);
        return last && last.cause !== 'ok' ? (causes[last.cause] ?? last.explanation) : last?.http_status;
      },
    },
    ...(endpoints.length === 0
      ? []
      : [
          {
            title: t.address,
            show: (message: Message) => {
              const to = endpoints.find(({ id }) => id === message.endpoint);
              return to && (to.description || to.url);
            },
          },
        ]),
    { title: t.attempts, show: ({ attempts }) => attempts.length },
    {
      title: t.next,
      show: ({ delivery }) => delivery.next_attempt_at && date(delivery.next_attempt_at),
    },
    { title: t.at, show: ({ created_at }) => date(created_at) },
  ];
}

function SendManyAgain({ filter }: { filter: Filter }) {
  const { messages: t, faults } = useTexts().developers;
  const { common } = useLanguage();
  const at = useHere().place.merchant_id;
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const isChosen = Object.keys(filter).length > 0;
  const counted = useQuery({
    queryKey: ['replay-count', at, filter],
    queryFn: () => call('POST /api/events/replays', { at, body: { ...filter, dry_run: true } }),
    enabled: isOpen && isChosen,
    gcTime: 0,
    staleTime: 0,
  });
  const count = counted.data?.count ?? 0;
  const send = useMutation({
    mutationFn: () => call('POST /api/events/replays', { at, body: { ...filter, expected_count: count } }),
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: ['latest-replay'] });
    },
    onError: () => counted.refetch(),
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.many}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t.manyTitle}>
        <Stack>
          {!isChosen && <Text>{t.manyChoose}</Text>}
          {isChosen && counted.isPending && <Loader aria-label="…" />}
          {counted.data && <Text>{t.manyCount(count)}</Text>}
          {count > 0 && <Text>{t.againHint}</Text>}
          <Fault error={counted.error ?? send.error} words={faults} />
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {common.keep}
            </Button>
            <Button disabled={count === 0} loading={send.isPending} onClick={() => send.mutate()}>
              {t.again}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

/** The progress of the running replay, or the result of the last one. */
function LatestReplay() {
  const { messages: t, faults } = useTexts().developers;
  const { place, may } = useHere();
  const at = place.merchant_id;
  const queries = useQueryClient();
  const latest = useQuery({
    queryKey: ['latest-replay', at],
    queryFn: () => call('GET /dashboard/api/replays/latest', { at }),
    refetchInterval: ({ state }) => (state.data?.replay?.status === 'running' ? watchMs : refreshMs()),
  });
  const stop = useMutation({
    mutationFn: (id: string) => call('POST /api/events/replays/{id}/cancel', { at, path: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['latest-replay'] }),
  });
  const replay = latest.data?.replay;
  if (!replay) return null;
  const { id, status, done, total } = replay;
  if (status !== 'running') {
    return <Text role="status">{status === 'canceled' ? t.manyStopped(done, total) : t.manyDone(done)}</Text>;
  }
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs">
        <Text role="status">{t.manyRuns(done, total)}</Text>
        <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={t.manyRuns(done, total)} />
        <Fault error={stop.error} words={faults} />
        {may('events.replay') && (
          <Group>
            <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate(id)}>
              {t.stop}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
