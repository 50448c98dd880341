import { Badge, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { PageTitle } from '../parts/basics.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';

type Dispute = Answer<'GET /dashboard/api/disputes'>['rows'][number];
const statuses = ['open', 'inquiry', 'won', 'lost'] as const;

/** Chargebacks and inquiries of banks: what, why, until when, and how they ended. */
export function DisputesPage() {
  const t = useTexts().disputes;
  const { place } = useHere();
  const [status, setStatus] = useState<Dispute['status'] | undefined>();
  const list = useList(['disputes', place.merchant_id, status], (cursor) =>
    call('GET /dashboard/api/disputes', { at: place.merchant_id, query: { status, cursor } }),
  );
  return (
    <Stack>
      <PageTitle>{t.title}</PageTitle>
      <Text>{t.hint}</Text>
      <Group>
        <NativeSelect
          label={t.columns.state}
          value={status ?? ''}
          onChange={({ currentTarget }) => setStatus(statuses.find((each) => each === currentTarget.value))}
          data={[
            { value: '', label: t.all },
            ...statuses.map((value) => ({ value, label: t.states[value] })),
          ]}
        />
      </Group>
      <ListView
        list={list}
        none={t.none}
        columns={useColumns()}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/disputes/$dispute" params={{ dispute: id }} className={className}>
            {content}
          </Link>
        )}
      />
    </Stack>
  );
}

function useColumns(): Column<Dispute>[] {
  const t = useTexts().disputes;
  const { date, money } = useFormats();
  return [
    { title: t.columns.why, show: ({ reason_text }) => reason_text ?? t.noReason },
    { title: t.columns.state, show: ({ status }) => <DisputeBadge status={status} /> },
    { title: t.columns.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
    {
      title: t.columns.until,
      show: ({ status, answer_until }) => (isWaiting(status) && answer_until ? date(answer_until) : ''),
    },
    { title: t.columns.opened, show: ({ opened_at }) => date(opened_at) },
  ];
}

export function isWaiting(status: Dispute['status']): boolean {
  return status === 'inquiry' || status === 'open';
}

const colours = { inquiry: 'yellow', open: 'red', won: 'green', lost: 'gray' } as const;

export function DisputeBadge({ status }: Pick<Dispute, 'status'>) {
  const t = useTexts().disputes;
  return (
    <Badge color={colours[status]} variant="light" className="badge">
      {t.states[status]}
    </Badge>
  );
}
