import { Button, Group, Loader, NativeSelect, Paper, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type PaymentState, paymentStates } from '../../src/dashboard/payment.ts';
import { ask, type PaymentSummary } from '../api.ts';
import { useFormats, useLanguage } from '../language.tsx';
import { Fault, PageTitle, StateBadge } from '../parts.tsx';
import { useHere } from '../session.tsx';

const route = getRouteApi('/shell/payments');
/** Nobody searches for what they are still typing. */
const typingMs = 300;
const refreshMs = 5_000;

interface Page {
  payments: PaymentSummary[];
  next_cursor: string | null;
}

export function PaymentsPage() {
  const { t } = useLanguage();
  const { place } = useHere();
  const { search = '', state } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => {
      navigate({
        search: { ...(typed.trim() && { search: typed.trim() }), ...(state && { state }) },
        replace: true,
      });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, search, state, navigate]);
  const list = useInfiniteQuery({
    queryKey: ['payments', place.merchant_id, search, state ?? null],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        ...(search && { search }),
        ...(state && { state }),
        ...(pageParam && { cursor: pageParam }),
      });
      return ask<Page>(`/dashboard/api/payments?${query}`, { merchantId: place.merchant_id });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: refreshMs,
    enabled: place.merchant_id !== null,
  });
  const payments = list.data?.pages.flatMap((page) => page.payments) ?? [];
  return (
    <Stack>
      <PageTitle>{t.payments.title}</PageTitle>
      <Group align="end">
        <TextInput
          type="search"
          label={t.payments.search}
          placeholder={t.payments.searchHint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flex: '1 1 240px' }}
        />
        <NativeSelect
          label={t.payments.state}
          value={state ?? ''}
          onChange={(event) => {
            const next = event.currentTarget.value as PaymentState | '';
            navigate({ search: { ...(search && { search }), ...(next && { state: next }) } });
          }}
          data={[
            { value: '', label: t.payments.all },
            ...paymentStates.map((value) => ({ value, label: t.states[value] })),
          ]}
        />
      </Group>
      <Fault error={list.error} />
      {list.isPending && place.merchant_id !== null && <Loader aria-label="…" />}
      {!list.isPending && payments.length === 0 && !list.error && <Text>{t.payments.none}</Text>}
      {payments.length > 0 && <PaymentList payments={payments} />}
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {t.payments.more}
        </Button>
      )}
    </Stack>
  );
}

function PaymentList({ payments }: { payments: PaymentSummary[] }) {
  const isWide = useMediaQuery('(min-width: 62em)', window.innerWidth >= 992, {
    getInitialValueInEffect: false,
  });
  return isWide ? <PaymentTable payments={payments} /> : <PaymentCards payments={payments} />;
}

function PaymentTable({ payments }: { payments: PaymentSummary[] }) {
  const { t } = useLanguage();
  const { date, money } = useFormats();
  return (
    <Table highlightOnHover verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.payments.order}</Table.Th>
          <Table.Th>{t.payments.status}</Table.Th>
          <Table.Th ta="right">{t.payments.amount}</Table.Th>
          <Table.Th>{t.payments.method}</Table.Th>
          <Table.Th>{t.payments.customer}</Table.Th>
          <Table.Th>{t.payments.date}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {payments.map((payment) => (
          <Table.Tr key={payment.id}>
            <Table.Td className="wrap">
              <Link to="/payments/$payment" params={{ payment: payment.id }} className="row-link">
                {payment.order_number ?? payment.description ?? t.payments.noOrder}
              </Link>
            </Table.Td>
            <Table.Td>
              <StateBadge state={payment.state} status={payment.status} />
            </Table.Td>
            <Table.Td ta="right" className="numbers">
              {money(payment.amount, payment.currency)}
            </Table.Td>
            <Table.Td>{t.methods[payment.method] ?? payment.method}</Table.Td>
            <Table.Td className="wrap">{payment.email}</Table.Td>
            <Table.Td className="numbers">{date(payment.created_at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PaymentCards({ payments }: { payments: PaymentSummary[] }) {
  const { t } = useLanguage();
  const { date, money } = useFormats();
  return (
    <Stack gap="xs">
      {payments.map((payment) => (
        <Link key={payment.id} to="/payments/$payment" params={{ payment: payment.id }} className="card-link">
          <Paper withBorder p="sm" radius="md">
            <Group justify="space-between" wrap="nowrap" align="start">
              <Text fw={600} className="wrap">
                {payment.order_number ?? payment.description ?? t.payments.noOrder}
              </Text>
              <Text fw={600} className="numbers">
                {money(payment.amount, payment.currency)}
              </Text>
            </Group>
            <Group justify="space-between" mt={4}>
              <StateBadge state={payment.state} status={payment.status} />
              <Text size="sm">{t.methods[payment.method] ?? payment.method}</Text>
            </Group>
            <Text size="sm" mt={4} className="wrap">
              {payment.email}
            </Text>
            <Text size="sm">{date(payment.created_at)}</Text>
          </Paper>
        </Link>
      ))}
    </Stack>
  );
}
