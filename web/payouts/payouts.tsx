import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type PayoutState, payoutStates } from '../../src/crypto/payouts/dashboard-answer.ts';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { PageTitle } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';
import { ListTotals } from '../parts/totals.tsx';
import { PayoutBadge } from './payout-badge.tsx';

const route = getRouteApi('/shell/payouts');
/** Delay before a search starts while somebody types. */
const typingMs = 300;

type Payout = Answer<'GET /dashboard/api/payouts'>['payouts'][number];

export function PayoutsPage() {
  const t = useTexts().payouts;
  const { place, may } = useHere();
  const at = place.merchant_id;
  const { search = '', state } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => {
      const next = typed.trim();
      navigate({ search: { ...(next && { search: next }), ...(state && { state }) }, replace: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, search, state, navigate]);
  const list = useList(['payouts', at, search, state], async (cursor) => {
    const { payouts, next_cursor } = await call('GET /dashboard/api/payouts', {
      at,
      query: { search, state, cursor },
    });
    return { rows: payouts, next_cursor };
  });
  return (
    <Stack>
      <PageTitle>{t.list.title}</PageTitle>
      {at !== null && (
        <Group gap="xs">
          {may('payouts.make') && (
            <>
              <Button renderRoot={(props) => <Link to="/payouts/new" {...props} />}>{t.list.make}</Button>
              <Button variant="default" renderRoot={(props) => <Link to="/payouts/file" {...props} />}>
                {t.list.file}
              </Button>
            </>
          )}
          <Button variant="default" renderRoot={(props) => <Link to="/payouts/rules" {...props} />}>
            {t.list.rules}
          </Button>
        </Group>
      )}
      <Group align="end">
        <TextInput
          type="search"
          label={t.list.search}
          placeholder={t.list.searchHint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flex: '1 1 240px' }}
        />
        <NativeSelect
          label={t.list.state}
          value={state ?? ''}
          onChange={(event) => {
            const next = event.currentTarget.value as PayoutState | '';
            navigate({ search: { ...(search && { search }), ...(next && { state: next }) } });
          }}
          data={[
            { value: '', label: t.list.all },
            ...payoutStates.map((value) => ({ value, label: t.states[value] })),
          ]}
        />
        <DownloadButton
          open={(wanted) =>
            request('GET /dashboard/api/payouts.csv', { at, query: { search, state } }, wanted)
          }
        />
      </Group>
      <ListTotals
        of={['payouts', at, search, state]}
        read={() => call('GET /dashboard/api/payouts/total', { at, query: { search, state } })}
      />
      <ListView
        list={list}
        none={t.list.none}
        columns={usePayoutColumns()}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/payouts/$payout" params={{ payout: id }} className={className}>
            {content}
          </Link>
        )}
      />
    </Stack>
  );
}

function usePayoutColumns(): Column<Payout>[] {
  const t = useTexts().payouts;
  const { me, place } = useHere();
  const { date, money } = useFormats();
  const merchantOf = (id: string) => me.places.find(({ merchant_id }) => merchant_id === id)?.name ?? id;
  return [
    { title: t.list.recipient, show: ({ email }) => email },
    { title: t.list.status, show: ({ state }) => <PayoutBadge state={state} /> },
    { title: t.list.amount, show: ({ amount }) => money(amount, 'USD'), isNumber: true },
    ...(place.merchant_id === null
      ? [{ title: t.list.merchant, show: ({ merchant_id }: Payout) => merchantOf(merchant_id) }]
      : []),
    { title: t.list.reference, show: ({ reference }) => reference },
    { title: t.list.date, show: ({ created_at }) => date(created_at) },
  ];
}
