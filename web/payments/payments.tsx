import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { PayableCode } from '../../src/accounts/methods/methods.ts';
import { type PaymentState, paymentStates } from '../../src/commerce/payment-list/payment.ts';
import type { RefusalReason } from '../../src/payments/charges/payment-processor.ts';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Ago } from '../parts/ago.tsx';
import { Act, Fault, PageTitle } from '../parts/basics.tsx';
import { Chips } from '../parts/chips.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { type Column, ListView, typingMs, useList } from '../parts/list.tsx';
import { methodName } from '../parts/method-name.ts';
import { MoreFilters } from '../parts/more-filters.tsx';
import { queryOf, today } from '../parts/period-search.ts';
import { ListTotals } from '../parts/totals.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { methods, type PaymentSearch, readPaymentSearch } from './payment-search.ts';

const route = getRouteApi('/shell/payments');

type Payment = Answer<'GET /dashboard/api/payments'>['payments'][number];
type View = Answer<'GET /dashboard/api/views'>['views'][number];

export function PaymentsPage() {
  const t = useTexts().payments;
  const { common } = useLanguage();
  const { place, may } = useHere();
  const found = route.useSearch();
  const { search = '', state, method, refusal, from, to } = found;
  const navigate = route.useNavigate();
  const days = from ? queryOf(found) : null;
  const asked = { search, state, method, refusal, created_from: days?.from, created_to: days?.to };
  const [typed, setTyped] = useState(search);
  const narrow = useCallback(
    (edit: { [Name in keyof PaymentSearch]: string | undefined }, replace = false) =>
      navigate({
        to: '/payments',
        search: (before: PaymentSearch) => readPaymentSearch({ ...before, ...edit }),
        replace,
      }),
    [navigate],
  );
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => narrow({ search: typed.trim() }, true), typingMs);
    return () => clearTimeout(timer);
  }, [typed, search, narrow]);
  const list = useList(['payments', place.merchant_id, asked], async (cursor) => {
    const { payments, next_cursor } = await call('GET /dashboard/api/payments', {
      at: place.merchant_id,
      query: { ...asked, cursor },
    });
    return { rows: payments, next_cursor };
  });
  const choose = (view: View): void => {
    setTyped(view.search);
    navigate({ to: '/payments', search: readPaymentSearch({ ...view }) });
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
        <MoreFilters label={t.payments.moreFilters} isUsed={Boolean(method ?? from)}>
          <NativeSelect
            label={t.payments.method}
            value={method ?? ''}
            onChange={(event) => narrow({ method: event.currentTarget.value })}
            data={[
              { value: '', label: t.payments.all },
              ...methods.map((value) => ({ value, label: methodName(value, t.methods) })),
            ]}
          />
          <TextInput
            type="date"
            label={t.payments.from}
            value={from ?? ''}
            max={to}
            onChange={({ currentTarget: { value } }) => narrow({ from: value, to: value && (to ?? today()) })}
          />
          <TextInput
            type="date"
            label={t.payments.to}
            value={to ?? ''}
            min={from}
            onChange={({ currentTarget: { value } }) => narrow({ to: value, from: value && (from ?? value) })}
          />
          <DownloadButton
            open={(wanted) =>
              request('GET /dashboard/api/payments.csv', { at: place.merchant_id, query: asked }, wanted)
            }
          />
        </MoreFilters>
      </Group>
      <Chips
        label={t.payments.state}
        value={state ?? ''}
        choices={[
          { value: '', label: t.payments.all },
          ...paymentStates.map((value) => ({ value, label: t.states[value] })),
        ]}
        onChange={(value) => narrow({ state: value })}
      />
      {refusal && <Narrowed refusal={refusal} />}
      <Views search={search} state={state} method={method} onChosen={choose} />
      <ListTotals
        of={['payments', place.merchant_id, asked]}
        read={() => call('GET /dashboard/api/payments/total', { at: place.merchant_id, query: asked })}
      />
      <ListView
        list={list}
        none={t.payments.none}
        start={
          may('links.manage') && (
            <Button variant="default" renderRoot={(props) => <Link to="/links/new" {...props} />}>
              {common.getPaid}
            </Button>
          )
        }
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

/** The filter that another page's link set, with a button to remove it. */
function Narrowed({ refusal }: { refusal: RefusalReason }) {
  const t = useTexts().payments;
  return (
    <Group gap="xs">
      <Text>{t.outcomes[refusal] ?? refusal}</Text>
      <Link to="/payments">{t.payments.notNarrowed}</Link>
    </Group>
  );
}

/** The person's own saved filters. */
function Views({
  search,
  state,
  method,
  onChosen,
}: {
  search: string;
  state: PaymentState | undefined;
  method: PayableCode | undefined;
  onChosen(view: View): void;
}) {
  const t = useTexts().payments;
  const { place } = useHere();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { name: '' } });
  const at = place.merchant_id;
  const views = useQuery({
    queryKey: ['views', at],
    queryFn: () => call('GET /dashboard/api/views', { at }),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /dashboard/api/views/{view}', { at, path: { view: id } }),
    onSuccess: (left) => queries.setQueryData(['views', at], left),
  });
  const saved = views.data?.views ?? [];
  const isKnown = saved.some(
    (view) =>
      view.search === search && (view.state ?? undefined) === state && (view.method ?? undefined) === method,
  );
  const isFilter = search !== '' || state !== undefined || method !== undefined;
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
          form={form}
          send={() =>
            call('POST /dashboard/api/views', {
              at,
              body: {
                ...form.values,
                ...(search && { search }),
                ...(state && { state }),
                ...(method && { method }),
              },
            })
          }
          changes={['views']}
          onDone={form.reset}
        >
          <TextInput label={t.views.name} required maxLength={60} {...form.getInputProps('name')} />
        </Act>
      )}
      <Fault error={remove.error} />
    </Group>
  );
}

function usePaymentColumns(): Column<Payment>[] {
  const t = useTexts().payments;
  const { money } = useFormats();
  return [
    {
      title: t.payments.order,
      show: (payment) => payment.order_number ?? payment.description ?? t.payments.noOrder,
    },
    {
      title: t.payments.status,
      show: (payment) => <PaymentBadge state={payment.state} status={payment.status} />,
    },
    {
      title: t.payments.amount,
      show: ({ amount, captured, currency }) => money(captured ?? amount, currency),
      isNumber: true,
    },
    { title: t.payments.method, show: ({ method }) => methodName(method, t.methods) },
    { title: t.payments.customer, show: ({ email }) => email },
    { title: t.payments.date, show: ({ created_at }) => <Ago iso={created_at} /> },
  ];
}
