import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type PaymentState, paymentStates } from '../../src/dashboard/payment.ts';
import { type Answer, call, request } from '../api.ts';
import { DownloadButton } from '../download.tsx';
import { useFormats, useTexts } from '../language.tsx';
import { type Column, ListView, useList } from '../list.tsx';
import { PageTitle } from '../parts.tsx';
import { useHere } from '../session.tsx';
import { StateBadge } from '../state-badge.tsx';
import { paymentsTexts } from '../texts/payments/all.ts';

const route = getRouteApi('/shell/payments');
/** Nobody searches for what they are still typing. */
const typingMs = 300;

type Payment = Answer<'listPayments'>['payments'][number];

export function PaymentsPage() {
  const t = useTexts(paymentsTexts);
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
  const list = useList(['payments', place.merchant_id, search, state], async (cursor) => {
    const { payments, next_cursor } = await call('listPayments', {
      at: place.merchant_id,
      query: { search, state, cursor },
    });
    return { rows: payments, next_cursor };
  });
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
        <DownloadButton
          open={(signal) =>
            request('exportPayments', { at: place.merchant_id, query: { search, state } }, signal)
          }
        />
      </Group>
      <ListView
        list={list}
        none={t.payments.none}
        columns={usePaymentColumns()}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/payments/$payment" params={{ payment: id }} className={className}>
            {content}
          </Link>
        )}
      />
    </Stack>
  );
}

function usePaymentColumns(): Column<Payment>[] {
  const t = useTexts(paymentsTexts);
  const { date, money } = useFormats();
  return [
    {
      title: t.payments.order,
      show: (payment) => payment.order_number ?? payment.description ?? t.payments.noOrder,
    },
    {
      title: t.payments.status,
      show: (payment) => <StateBadge state={payment.state} status={payment.status} />,
    },
    { title: t.payments.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
    { title: t.payments.method, show: ({ method }) => t.methods[method] ?? method },
    { title: t.payments.customer, show: ({ email }) => email },
    { title: t.payments.date, show: ({ created_at }) => date(created_at) },
  ];
}
