import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { PageTitle } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { ListView, typingMs, useList } from '../parts/list.tsx';

type Row = Answer<'GET /dashboard/api/audit'>['rows'][number];

export function AuditPage() {
  const t = useOperatorTexts();
  const { date } = useFormats();
  const [typed, setTyped] = useState({ actor: '', act: '', subject: '', from: '', to: '' });
  const [filter] = useDebouncedValue(typed, typingMs);
  const set = (edit: Partial<typeof typed>): void => setTyped({ ...typed, ...edit });
  const asked = {
    actor: filter.actor.trim(),
    act: filter.act,
    subject: filter.subject.trim(),
    from: startOf(filter.from, 0),
    to: startOf(filter.to, 1),
  };
  const list = useList(['audit', filter], async (cursor) => {
    const { rows, next_cursor } = await call('GET /dashboard/api/audit', { query: { ...asked, cursor } });
    return { rows, next_cursor };
  });
  return (
    <Stack>
      <PageTitle>{t.audit.title}</PageTitle>
      <Text>
        {t.audit.hint} <Link to="/checks">{t.checks.kinds.audit_verification}</Link>
      </Text>
      <Group align="end">
        <TextInput
          type="search"
          label={t.audit.who}
          placeholder={t.audit.whoHint}
          maxLength={254}
          value={typed.actor}
          onChange={(event) => set({ actor: event.currentTarget.value })}
        />
        <NativeSelect
          label={t.audit.what}
          value={typed.act}
          onChange={(event) => set({ act: event.currentTarget.value })}
          data={[
            { value: '', label: t.audit.anything },
            ...Object.entries(t.audit.acts).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextInput
          type="search"
          label={t.audit.subject}
          placeholder={t.audit.subjectHint}
          maxLength={254}
          value={typed.subject}
          onChange={(event) => set({ subject: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t.audit.from}
          value={typed.from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t.audit.to}
          value={typed.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
        <DownloadButton
          open={(wanted) => request('GET /dashboard/api/audit.csv', { query: asked }, wanted)}
        />
      </Group>
      <ListView
        list={list}
        none={t.audit.none}
        keyOf={({ number }) => number}
        columns={[
          { title: t.audit.who, show: ({ actor }) => actor },
          {
            title: t.audit.what,
            show: ({ act }) => (t.audit.acts as Readonly<Record<string, string>>)[act] ?? act,
          },
          { title: t.audit.subject, show: ({ subject }) => subject },
          { title: t.audit.details, show: (row) => <Details row={row} /> },
          { title: t.audit.when, show: ({ at }) => date(at) },
        ]}
      />
    </Stack>
  );
}

/** Days are in the reader's time zone. The last day is included. */
function startOf(typed: string, daysLater: number): string | undefined {
  if (typed === '') return undefined;
  const start = new Date(`${typed}T00:00:00`);
  start.setDate(start.getDate() + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

function Details({ row }: { row: Row }) {
  const details = Object.entries(JSON.parse(row.details) as Record<string, unknown>);
  return details.map(([name, value]) => (
    <div key={name}>
      {name}: {typeof value === 'string' ? value : JSON.stringify(value)}
    </div>
  ));
}
