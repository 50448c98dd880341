import { Badge, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { unannouncedMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';
import { DeveloperPage } from './parts.tsx';

type Asked = Answer<'GET /dashboard/api/requests'>['requests'][number];
type Outcome = 'refused' | 'good' | '';

export function RequestsPage() {
  const { requests: t } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const [outcome, setOutcome] = useState<Outcome>('');
  const chosen = outcome === '' ? {} : { outcome };
  const list = useList(
    ['requests', at, outcome],
    async (cursor) => {
      const query = { ...chosen, cursor };
      const { requests, next_cursor } = await call('GET /dashboard/api/requests', { at, query });
      return { rows: requests, next_cursor };
    },
    () => unannouncedMs,
  );
  return (
    <DeveloperPage tab="requests">
      <Text>{t.hint}</Text>
      <Group align="end">
        <NativeSelect
          maw={280}
          label={t.show}
          value={outcome}
          onChange={(event) => setOutcome(event.currentTarget.value as Outcome)}
          data={(['', 'refused', 'good'] as const).map((value) => ({ value, label: t.outcomes[value] }))}
        />
        <DownloadButton
          open={(wanted) => request('GET /dashboard/api/requests.csv', { at, query: chosen }, wanted)}
        />
      </Group>
      <ListView
        list={list}
        none={outcome === '' ? t.none : t.noneFound}
        keyOf={({ id }) => id}
        columns={useRequestColumns()}
      />
    </DeveloperPage>
  );
}

function useRequestColumns(): Column<Asked>[] {
  const { requests: t } = useTexts().developers;
  const { date } = useFormats();
  return [
    {
      title: t.request,
      show: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    {
      title: t.status,
      show: ({ status }) => (
        <Badge color={status < 400 ? 'green' : 'red'} variant="light" className="badge">
          {status}
        </Badge>
      ),
    },
    { title: t.error, show: (asked) => asked.error && <WhatWasWrong of={asked} /> },
    { title: t.key, show: ({ key_prefix }) => (key_prefix ? <code>{key_prefix}…</code> : t.noKey) },
    { title: t.at, show: ({ at }) => date(at) },
  ];
}

function WhatWasWrong({ of: { error, message, fields, request_id } }: { of: Asked }) {
  const { requests: t } = useTexts().developers;
  return (
    <Stack gap={2}>
      <code>{error}</code>
      {fields.length > 0 ? (
        fields.map((each) => (
          <Text key={each.field + each.message} size="sm">
            {each.field}: {each.message}
          </Text>
        ))
      ) : (
        <Text size="sm">{message}</Text>
      )}
      {request_id && (
        <Text size="xs">
          {t.id}: {request_id}
        </Text>
      )}
    </Stack>
  );
}
