import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Ago } from '../parts/ago.tsx';
import { PageTitle } from '../parts/basics.tsx';
import { Chips } from '../parts/chips.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';

type PaymentLink = Answer<'GET /api/payment-links'>['links'][number];
const kinds = ['link', 'invoice'] as const;

export function PaymentLinksPage() {
  const t = useTexts().paymentLinks;
  const { place, may } = useHere();
  const [kind, setKind] = useState<PaymentLink['kind'] | undefined>();
  const list = useList(['links', place.merchant_id, kind], async (cursor) => {
    const { links, next_cursor } = await call('GET /api/payment-links', {
      at: place.merchant_id,
      query: { kind, cursor },
    });
    return { rows: links, next_cursor };
  });
  return (
    <Stack>
      <PageTitle>{t.title}</PageTitle>
      <Text>{t.hint}</Text>
      <Group align="end">
        {may('links.manage') && (
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/links/new" {...props} />}>
              {t.newLink}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to="/links/new-invoice" {...props} />}>
              {t.newInvoice}
            </Button>
          </>
        )}
        <DownloadButton
          open={(wanted) =>
            request(
              'GET /dashboard/api/payment-links.csv',
              { at: place.merchant_id, query: { kind } },
              wanted,
            )
          }
        />
      </Group>
      <Chips
        label={t.show}
        value={kind ?? ''}
        choices={[
          { value: '', label: t.kinds.all },
          ...kinds.map((value) => ({ value, label: t.kinds[value] })),
        ]}
        onChange={(value) => setKind(kinds.find((each) => each === value))}
      />
      <ListView
        list={list}
        none={t.none}
        columns={useLinkColumns()}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/links/$link" params={{ link: id }} className={className}>
            {content}
          </Link>
        )}
      />
    </Stack>
  );
}

function useLinkColumns(): Column<PaymentLink>[] {
  const t = useTexts().paymentLinks;
  const { money } = useFormats();
  return [
    { title: t.columns.what, show: ({ title }) => title },
    { title: t.columns.state, show: (link) => <PaymentLinkBadge link={link} /> },
    {
      title: t.columns.amount,
      show: ({ amount, currency, state, left }) => (
        <>
          {amount === null ? t.openAmount : money(amount, currency)}
          {state === 'partly_paid' && left !== null && (
            <Text size="xs" c="dimmed">
              {t.left(money(left, currency))}
            </Text>
          )}
        </>
      ),
      isNumber: true,
    },
    { title: t.columns.kind, show: ({ kind }) => t.kind[kind] },
    { title: t.columns.number, show: ({ number }) => number },
    { title: t.columns.customer, show: ({ customer_name }) => customer_name ?? '–' },
    { title: t.columns.made, show: ({ created_at }) => <Ago iso={created_at} /> },
  ];
}

const colours = {
  open: 'blue',
  partly_paid: 'teal',
  paid: 'green',
  closed: 'gray',
  expired: 'gray',
  sold_out: 'gray',
} as const;

export function PaymentLinkBadge({ link }: { link: Pick<PaymentLink, 'state' | 'is_overdue'> }) {
  const t = useTexts().paymentLinks;
  return (
    <Badge color={link.is_overdue ? 'red' : colours[link.state]} variant="light" className="badge">
      {link.is_overdue ? t.overdue : t.states[link.state]}
    </Badge>
  );
}
