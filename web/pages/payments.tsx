import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { RefusalReason } from '../../src/charges/card-processor.ts';
import { type PaymentState, paymentStates } from '../../src/dashboard/payment.ts';
import { type Answer, call, request } from '../api.ts';
import { DownloadButton } from '../download.tsx';
import { useFormats, useTexts } from '../language.tsx';
import { type Column, ListView, typingMs, useList } from '../list.tsx';
import { Act, Fault, PageTitle } from '../parts.tsx';
import { daysOf, type PeriodSearch, queryOf } from '../period-search.ts';
import { useHere } from '../session.tsx';
import { StateBadge } from '../state-badge.tsx';
import { paymentsTexts } from '../texts/payments/all.ts';

const route = getRouteApi('/shell/payments');

type Payment = Answer<'listPayments'>['payments'][number];
type View = Answer<'listViews'>['views'][number];

export function PaymentsPage() {
  const t = useTexts(paymentsTexts);
  const { place } = useHere();
  const { search = '', state, refusal, ...period } = route.useSearch();
  const navigate = route.useNavigate();
  const days = period.from ? queryOf(period) : null;
  const asked = { search, state, refusal, created_from: days?.from, created_to: days?.to };
  const [typed, setTyped] = useState(search);
  const { from, to } = period;
  const narrowed = useMemo(
    () => ({ ...(refusal && { refusal }), ...(from && to && { from, to }) }),
    [refusal, from, to],
  );
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => {
      const text = typed.trim();
      navigate({
        to: '/payments',
        search: { ...narrowed, ...(state && { state }), ...(text && { search: text }) },
        replace: true,
      });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, search, state, narrowed, navigate]);
  const list = useList(['payments', place.merchant_id, asked], async (cursor) => {
    const { payments, next_cursor } = await call('listPayments', {
      at: place.merchant_id,
      query: { ...asked, cursor },
    });
    return { rows: payments, next_cursor };
  });
  const choose = (view: View): void => {
    setTyped(view.search);
    navigate({
      to: '/payments',
      search: { ...(view.search && { search: view.search }), ...(view.state && { state: view.state }) },
    });
  };
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
            navigate({ search: { ...narrowed, ...(search && { search }), ...(next && { state: next }) } });
          }}
          data={[
            { value: '', label: t.payments.all },
            ...paymentStates.map((value) => ({ value, label: t.states[value] })),
          ]}
        />
        <DownloadButton
          open={(signal) => request('exportPayments', { at: place.merchant_id, query: asked }, signal)}
        />
      </Group>
      {days && <Narrowed period={period} refusal={refusal} />}
      <Views search={search} state={state} onChosen={choose} />
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

/** What the list is narrowed to by whoever led here, and the way back to all. */
function Narrowed({ period, refusal }: { period: PeriodSearch; refusal: RefusalReason | undefined }) {
  const t = useTexts(paymentsTexts);
  const { day } = useFormats();
  const { from, to } = daysOf(period);
  return (
    <Group gap="xs">
      <Text>
        {[`${day(from)} – ${day(to)}`, refusal && (t.outcomes[refusal] ?? refusal)]
          .filter(Boolean)
          .join(', ')}
      </Text>
      <Link to="/payments">{t.payments.notNarrowed}</Link>
    </Group>
  );
}

/** What somebody looks for often, one click away; it is theirs alone. */
function Views({
  search,
  state,
  onChosen,
}: {
  search: string;
  state: PaymentState | undefined;
  onChosen(view: View): void;
}) {
  const t = useTexts(paymentsTexts);
  const { place } = useHere();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const at = place.merchant_id;
  const views = useQuery({ queryKey: ['views', at], queryFn: () => call('listViews', { at }) });
  const remove = useMutation({
    mutationFn: (id: string) => call('removeView', { at, path: { view: id } }),
    onSuccess: (left) => queries.setQueryData(['views', at], left),
  });
  const saved = views.data?.views ?? [];
  const isKnown = saved.some((view) => view.search === search && (view.state ?? undefined) === state);
  const isFilter = search !== '' || state !== undefined;
  if (saved.length === 0 && !isFilter) return null;
  return (
    <Group gap="xs" role="group" aria-label={t.views.label}>
      {saved.map((view) => (
        <Button.Group key={view.id}>
          <Button variant="default" size="xs" onClick={() => onChosen(view)}>
            {view.name}
          </Button>
          <Button
            variant="default"
            size="xs"
            px={8}
            aria-label={t.views.remove(view.name)}
            onClick={() => remove.mutate(view.id)}
          >
            ×
          </Button>
        </Button.Group>
      ))}
      {isFilter && !isKnown && (
        <Act
          label={t.views.save}
          title={t.views.saveTitle}
          send={() =>
            call('saveView', { at, body: { name, ...(search && { search }), ...(state && { state }) } })
          }
          changes={['views']}
          onDone={() => setName('')}
        >
          <TextInput
            label={t.views.name}
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Act>
      )}
      <Fault error={remove.error} />
    </Group>
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
