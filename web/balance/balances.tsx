import {
  Button,
  Group,
  Loader,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { documentTexts } from '../../src/base/texts/documents.ts';
import { type StatementKind, statementKinds } from '../../src/commerce/reports/names.ts';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Fault, PageTitle } from '../parts/basics.tsx';
import { DownloadButton, offer } from '../parts/download.tsx';
import { daysOf, type PeriodSearch, queryOf, zone } from '../parts/period-search.ts';

/** How many months of statements are offered. */
const months = 24;
const reportDays = 365;

export function BalancesPage() {
  const t = useTexts().balance;
  const { place } = useHere();
  const { amount } = useFormats();
  const balances = useQuery({
    queryKey: ['balances', place.merchant_id],
    queryFn: () => call('GET /dashboard/api/balances', { at: place.merchant_id }),
    refetchInterval: refreshMs,
  });
  const rows = balances.data?.balances ?? [];
  const lastYear: PeriodSearch = { days: reportDays };
  return (
    <Stack>
      <PageTitle>{t.balances.title}</PageTitle>
      <Fault error={balances.error} />
      {balances.isPending && <Loader aria-label="…" />}
      {balances.data && rows.length === 0 && <Text>{t.balances.none}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {rows.map(({ book, asset, balance }) => (
          <Paper key={`${book} ${asset}`} withBorder p="md" radius="md">
            <Title order={2} size="h5">
              {t.books[book]}
            </Title>
            <Text component="div" className="figure-link numbers">
              {amount(balance, asset)}
            </Text>
            <Text size="sm" mb="xs">
              {t.hints[book]}
            </Text>
            <Link to="/movements" search={{ of: book, asset, ...daysOf({}) }}>
              {t.balances.movements}
            </Link>
          </Paper>
        ))}
      </SimpleGrid>
      <Statement />
      <Stack gap="xs" component="section">
        <Title order={2} size="h3">
          {t.balances.report}
        </Title>
        <Text>{t.balances.reportHint}</Text>
        <Group>
          {(['day', 'month'] as const).map((by) => (
            <DownloadButton
              key={by}
              label={by === 'day' ? t.balances.byDay : t.balances.byMonth}
              open={(wanted) =>
                request(
                  'GET /dashboard/api/report.csv',
                  { at: place.merchant_id, query: { ...queryOf(lastYear), by } },
                  wanted,
                )
              }
            />
          ))}
        </Group>
      </Stack>
    </Stack>
  );
}

function Statement() {
  const t = useTexts().balance;
  const { language } = useLanguage();
  const { place } = useHere();
  const { date, month: monthName } = useFormats();
  const [month, setMonth] = useState(() => recentMonths()[0] as string);
  const path = { month };
  const statement = useQuery({
    queryKey: ['statement', place.merchant_id, month],
    queryFn: () =>
      call('GET /dashboard/api/statements/{month}', { at: place.merchant_id, path, query: { zone } }),
  });
  const pdf = useMutation({
    mutationFn: async () => {
      const response = await request('GET /dashboard/api/statements/{month}/pdf', {
        at: place.merchant_id,
        path,
        query: { zone },
      });
      offer(await response.blob(), `statement-${month}.pdf`);
    },
  });
  const assets = statement.data?.assets ?? [];
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h3">
        {t.balances.statement}
      </Title>
      <Group align="end">
        <NativeSelect
          label={t.balances.month}
          value={month}
          onChange={({ currentTarget }) => setMonth(currentTarget.value)}
          data={recentMonths().map((value) => ({ value, label: monthName(value) }))}
        />
        <Button variant="default" loading={pdf.isPending} onClick={() => pdf.mutate()}>
          {t.balances.pdf}
        </Button>
        <DownloadButton
          label={t.balances.csv}
          open={(wanted) =>
            request(
              'GET /dashboard/api/movements.csv',
              { at: place.merchant_id, query: { ...queryOf(daysOfMonth(month)), of: 'available' } },
              wanted,
            )
          }
        />
      </Group>
      <Fault error={statement.error ?? pdf.error} />
      {statement.isPending && <Loader aria-label="…" />}
      {statement.data?.as_of && (
        <Text size="sm">{documentTexts[language].books.asOf(date(statement.data.as_of))}</Text>
      )}
      {statement.data && assets.length === 0 && <Text>{t.balances.noMovements}</Text>}
      {assets.map((asset) => (
        <AccountStatement key={asset.book + asset.asset} asset={asset} />
      ))}
    </Stack>
  );
}

function AccountStatement({
  asset,
}: {
  asset: Answer<'GET /dashboard/api/statements/{month}'>['assets'][number];
}) {
  const { language } = useLanguage();
  const words = documentTexts[language].books;
  const { amount } = useFormats();
  const lines = asset.lines as Record<StatementKind, string>;
  const rows: [string, string, boolean][] = [
    [words.opening, asset.opening, true],
    ...statementKinds
      .filter((line) => Number(lines[line]) !== 0)
      .map((line): [string, string, boolean] => [words.lines[line], lines[line], false]),
    [words.closing, asset.closing, true],
  ];
  return (
    <Paper withBorder p="md" radius="md" maw={560}>
      <Title order={3} size="h5">
        {`${asset.asset} – ${words.accounts[asset.book]}`}
      </Title>
      <Table>
        <Table.Tbody>
          {rows.map(([label, value, isTotal]) => (
            <Table.Tr key={label} fw={isTotal ? 700 : 400}>
              <Table.Td>{label}</Table.Td>
              <Table.Td ta="right" className="numbers">
                {amount(value, asset.asset)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** Newest first, in the reader's time zone. */
function recentMonths(): string[] {
  const now = new Date();
  return Array.from({ length: months }, (_, at) => {
    const first = new Date(now.getFullYear(), now.getMonth() - at, 1);
    return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
  });
}

function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const last = new Date(year, number, 0).getDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}
