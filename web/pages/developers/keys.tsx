import { Badge, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../api.ts';
import { SaveButton } from '../../download.tsx';
import { useFormats, useTexts } from '../../language.tsx';
import { type Column, ListView, useList } from '../../list.tsx';
import { Act, Good } from '../../parts.tsx';
import { useHere } from '../../session.tsx';
import { developersTexts } from '../../texts/developers/all.ts';
import { DeveloperPage, ShownOnce } from './parts.tsx';

type Key = Answer<'listKeys'>['keys'][number];
const overlaps = ['0', '3600', '86400', '604800'];
const usualOverlap = '86400';
const maxNameLength = 60;

export function KeysPage() {
  const { keys: t } = useTexts(developersTexts);
  const { place, may } = useHere();
  const at = place.merchant_id;
  const [secret, setSecret] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const list = useList(['keys', at], async () => {
    const { keys } = await call('listKeys', { at });
    return { rows: keys, next_cursor: null };
  });
  return (
    <DeveloperPage tab="keys">
      <Text>{t.hint}</Text>
      {secret !== null && <ShownOnce label={t.issued} secret={secret} />}
      <Good>{told}</Good>
      <Group key={at}>
        {may('developers.manage') && (
          <>
            <NewKey onMade={setSecret} />
            <Rotation onMade={setSecret} />
          </>
        )}
        <SaveButton
          name="keys"
          rows={[
            [t.name, t.prefix, t.created, t.used],
            ...list.rows.map((key) => [key.name, key.prefix, key.created_at, key.last_used_at]),
          ]}
        />
      </Group>
      <ListView
        list={list}
        none={t.none}
        keyOf={({ id }) => id}
        columns={useKeyColumns(() => {
          setSecret(null);
          setTold(t.revokedNow);
        })}
      />
    </DeveloperPage>
  );
}

function useKeyColumns(onRevoked: () => void): Column<Key>[] {
  const { keys: t } = useTexts(developersTexts);
  const { date } = useFormats();
  const { may } = useHere();
  return [
    { title: t.name, show: ({ name }) => name ?? t.noName },
    { title: t.prefix, show: ({ prefix }) => <code>{prefix}…</code> },
    { title: t.state, show: (key) => <KeyState of={key} /> },
    { title: t.created, show: ({ created_at }) => date(created_at) },
    { title: t.used, show: ({ last_used_at }) => (last_used_at ? date(last_used_at) : t.never) },
    ...(may('developers.manage')
      ? [
          {
            title: t.act,
            show: (key: Key) => (key.works ? <Revocation of={key} onDone={onRevoked} /> : null),
          },
        ]
      : []),
  ];
}

function KeyState({ of: { works, expires_at, revoked_at } }: { of: Key }) {
  const { keys: t } = useTexts(developersTexts);
  const { date } = useFormats();
  const until = works && expires_at ? t.worksUntil(date(expires_at)) : null;
  return (
    <Badge color={until ? 'yellow' : works ? 'green' : 'gray'} variant="outline" className="badge">
      {until ?? (works ? t.works : revoked_at ? t.revoked : t.ended)}
    </Badge>
  );
}

function NameInput({ value, onChange }: { value: string; onChange(name: string): void }) {
  const { keys: t } = useTexts(developersTexts);
  return (
    <TextInput
      label={t.name}
      description={t.nameHint}
      value={value}
      maxLength={maxNameLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function NewKey({ onMade }: { onMade(key: string): void }) {
  const { keys: t } = useTexts(developersTexts);
  const at = useHere().place.merchant_id;
  const [name, setName] = useState('');
  return (
    <Act
      label={t.issue}
      title={t.issueTitle}
      changes={['keys']}
      send={async () => onMade((await call('issueKey', { at, body: { name } })).key)}
      onDone={() => setName('')}
    >
      <NameInput value={name} onChange={setName} />
    </Act>
  );
}

function Rotation({ onMade }: { onMade(key: string): void }) {
  const { keys: t } = useTexts(developersTexts);
  const at = useHere().place.merchant_id;
  const [name, setName] = useState('');
  const [overlap, setOverlap] = useState(usualOverlap);
  const send = async () => {
    const body = { name, overlap_seconds: Number(overlap) };
    onMade((await call('rotateKeys', { at, body })).key);
  };
  return (
    <Act label={t.rotate} title={t.rotateTitle} changes={['keys']} send={send} onDone={() => setName('')}>
      <Text>{t.rotateHint}</Text>
      <NameInput value={name} onChange={setName} />
      <NativeSelect
        label={t.overlap}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data={overlaps.map((value) => ({ value, label: t.overlaps[value] ?? value }))}
      />
    </Act>
  );
}

function Revocation({ of: { id, name, prefix }, onDone }: { of: Key; onDone(): void }) {
  const { keys: t } = useTexts(developersTexts);
  const at = useHere().place.merchant_id;
  return (
    <Act
      label={t.revoke}
      title={t.revokeTitle(name ?? prefix)}
      changes={['keys']}
      send={() => call('revokeKey', { at, path: { key: id } })}
      onDone={onDone}
    >
      <Text>{t.revokeHint}</Text>
    </Act>
  );
}
