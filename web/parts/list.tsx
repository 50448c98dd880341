import { Button, Group, Paper, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useLanguage } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { Fault } from './basics.tsx';
import { useFreshFirstPage } from './first-page.ts';

/** Delay before a search starts while somebody types. */
export const typingMs = 300;

interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** A paginated list that is kept up to date. */
export function useList<Row, Read extends Page<Row>>(
  key: readonly unknown[],
  read: (cursor: string | undefined) => Promise<Page<Row> & Read>,
  /** How often the first page is read again. */
  everyMs: () => number = refreshMs,
): List<Row> & { first: Read | undefined } {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => read(pageParam),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  useFreshFirstPage(key, () => read(undefined), everyMs);
  const pages = query.data?.pages ?? [];
  return { query, rows: pages.flatMap(({ rows }) => rows), first: pages[0] };
}

export interface List<Row> {
  query: UseInfiniteQueryResult;
  rows: Row[];
}

export interface Column<Row> {
  title: string;
  show(row: Row): ReactNode;
  /** Right-aligned with tabular digits; on phones beside the row's name. */
  isNumber?: boolean;
}

interface Rows<Row> {
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  /** Makes the row's name a link; on phones the whole row. */
  link?(row: Row, content: ReactNode, className: string): ReactNode;
}

/** A list with a button for more. If it is empty, `none` says so, and `start` is what to do about it. */
export function ListView<Row>({
  list: { query, rows },
  none,
  start,
  ...shown
}: { list: List<Row>; none: string; start?: ReactNode } & Omit<Rows<Row>, 'rows'>) {
  const { common } = useLanguage();
  const isEmpty = !query.isPending && rows.length === 0 && !query.error;
  return (
    <>
      <Fault error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <SkeletonRows />}
      {isEmpty && (
        <div className="card empty">
          <Text>{none}</Text>
          {start}
        </div>
      )}
      {rows.length > 0 && <RowsView rows={rows} {...shown} />}
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </>
  );
}

const expectedRows = [1, 2, 3, 4, 5, 6];

/** Where the rows will be. */
function SkeletonRows() {
  return (
    <div className="card" aria-busy="true">
      {expectedRows.map((row) => (
        <Skeleton key={row} height={20} my={20} />
      ))}
    </div>
  );
}

/** Rows as a table; on narrow screens as cards. */
export function RowsView<Row>(shown: Rows<Row>) {
  const isWide = useMediaQuery('(min-width: 62em)', window.innerWidth >= 992, {
    getInitialValueInEffect: false,
  });
  return isWide ? <RowTable {...shown} /> : <RowCards {...shown} />;
}

function RowTable<Row>({ rows, keyOf, columns, link }: Rows<Row>) {
  return (
    <Paper withBorder radius="md" className="table-card">
      <Table highlightOnHover verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumber }) => (
              <Table.Th key={title} ta={isNumber ? 'right' : 'left'}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ title, show, isNumber }, at) => (
                <Table.Td
                  key={title}
                  ta={isNumber ? 'right' : 'left'}
                  className={isNumber ? 'numbers' : 'wrap'}
                >
                  {at === 0 && link ? link(row, show(row), 'row-link') : show(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function RowCards<Row>(shown: Rows<Row>) {
  return shown.link ? <LinkedRows {...shown} link={shown.link} /> : <Cards {...shown} />;
}

/** Two lines a row: what and how much, then the rest in short. The page that opens has everything. */
function LinkedRows<Row>({ rows, keyOf, columns, link }: Rows<Row> & Required<Pick<Rows<Row>, 'link'>>) {
  const [name, ...others] = columns;
  const number = others.find(({ isNumber }) => isNumber);
  const [first, ...middle] = others.filter((column) => column !== number);
  // The time, by custom the last column, must not be what there is no room for.
  const rest = [...middle.slice(-1), ...middle.slice(0, -1)];
  return (
    <ul className="card list-rows">
      {rows.map((row) => (
        <li key={keyOf(row)}>
          {link(
            row,
            <>
              <span className="line">
                <span className="row-name line-name">{name?.show(row)}</span>
                <span className="numbers row-amount">{number?.show(row)}</span>
              </span>
              <span className="line">
                <span className="line-first">{first?.show(row)}</span>
                <span className="row-name line-rest">
                  {rest
                    .map(({ title, show }) => ({ title, content: show(row) }))
                    .filter(({ content }) => content !== null && content !== undefined && content !== '')
                    .map(({ title, content }, at) => (
                      <Fragment key={title}>
                        {at > 0 && ' · '}
                        {content}
                      </Fragment>
                    ))}
                </span>
              </span>
            </>,
            'list-row',
          )}
        </li>
      ))}
    </ul>
  );
}

/** Rows that lead nowhere show everything here. */
function Cards<Row>({ rows, keyOf, columns }: Rows<Row>) {
  const [name, ...others] = columns;
  const number = others.find(({ isNumber }) => isNumber);
  return (
    <Stack gap="xs">
      {rows.map((row) => (
        <Paper key={keyOf(row)} withBorder p="sm" radius="md">
          <Group justify="space-between" wrap="nowrap" align="start">
            <Text component="div" fw={600} className="wrap">
              {name?.show(row)}
            </Text>
            {number && (
              <Text component="div" fw={600} className="numbers">
                {number.show(row)}
              </Text>
            )}
          </Group>
          <Stack gap={4} mt={4}>
            {others
              .filter((column) => column !== number)
              .map(({ title, show }) => ({ title, shown: show(row) }))
              .filter(({ shown }) => shown !== null && shown !== undefined && shown !== '')
              .map(({ title, shown }) => (
                <Group key={title} justify="space-between" wrap="nowrap" align="start">
                  <Text size="sm" c="dimmed">
                    {title}
                  </Text>
                  <Text component="div" size="sm" ta="right" className="wrap">
                    {shown}
                  </Text>
                </Group>
              ))}
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}
