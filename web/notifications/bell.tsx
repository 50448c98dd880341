import { ActionIcon, Button, Indicator, Loader, Popover, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Fault } from '../parts/basics.tsx';
import { useFreshFirstPage } from '../parts/first-page.ts';

type Row = Answer<'GET /dashboard/api/notifications'>['rows'][number];

/** The bell in the header: how many notifications are unread, and the list of them. Opening it marks them as read. */
export function Bell({ merchantId }: { merchantId: string }) {
  const t = useTexts().notifications;
  const { me } = useHere();
  const queries = useQueryClient();
  const [isOpen, { toggle, close }] = useDisclosure();
  const key = ['notifications', merchantId, me.person.id];
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      call('GET /dashboard/api/notifications', { at: merchantId, query: { cursor } }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  useFreshFirstPage(
    key,
    () => call('GET /dashboard/api/notifications', { at: merchantId, query: {} }),
    refreshMs,
  );
  const pages = query.data?.pages ?? [];
  const rows = pages.flatMap((page) => page.rows);
  const unread = pages[0]?.unread ?? 0;
  const newest = rows[0]?.id;
  const { mutate: markRead } = useMutation({
    mutationFn: (until: string) =>
      call('POST /dashboard/api/notifications/read', { at: merchantId, body: { until } }),
  });
  useEffect(() => {
    if (isOpen && unread > 0 && newest !== undefined) markRead(newest);
  }, [isOpen, unread, newest, markRead]);
  const onClose = (): void => {
    close();
    void queries.invalidateQueries({ queryKey: key });
  };
  return (
    <Popover
      opened={isOpen}
      onChange={onClose}
      width={360}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Indicator
        disabled={unread === 0}
        label={unread > 99 ? '99+' : unread}
        size={18}
        color="red"
        offset={6}
        zIndex={1}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            onClick={isOpen ? onClose : toggle}
            aria-label={unread === 0 ? t.title : t.unread(unread)}
            aria-expanded={isOpen}
          >
            <IconBell size={22} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t.title}>
        <Stack gap={0} mah="70vh" className="scroll">
          <Text component="h2" fw={600} px="md" py="sm">
            {t.title}
          </Text>
          <Fault error={query.error} />
          {query.isPending && <Loader m="md" aria-label="…" />}
          {!query.isPending && rows.length === 0 && !query.error && (
            <Text px="md" pb="md">
              {t.none}
            </Text>
          )}
          {rows.map((row) => (
            <Item key={row.id} row={row} onOpen={onClose} />
          ))}
          {query.hasNextPage && (
            <Button
              variant="subtle"
              m="sm"
              loading={query.isFetchingNextPage}
              onClick={() => query.fetchNextPage()}
            >
              {t.older}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Item({ row, onOpen }: { row: Row; onOpen(): void }) {
  const t = useTexts().notifications;
  const router = useRouter();
  const { date } = useFormats();
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
    router.history.push(row.path);
  };
  return (
    <a href={row.path} onClick={open} className="notification" data-unread={!row.is_read || undefined}>
      <Text component="span" fw={row.is_read ? 400 : 600} display="block" className="wrap">
        {row.title}
        {!row.is_read && <span className="sr-only"> ({t.isNew})</span>}
      </Text>
      {row.advice !== '' && (
        <Text component="span" size="sm" display="block">
          {row.advice}
        </Text>
      )}
      <Text component="span" size="xs" display="block">
        {date(row.created_at)}
      </Text>
    </a>
  );
}
