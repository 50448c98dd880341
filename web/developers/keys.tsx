import {
  Badge,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Act, Notice } from '../parts/basics.tsx';
import { SaveButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';
import { DeveloperPage, ShownOnce } from './parts.tsx';

type Key = Answer<'GET /dashboard/api/keys'>['keys'][number];
const overlaps = ['0', '3600', '86400', '604800'];
const usualOverlap = '86400';
const maxNameLength = 60;
/** These scopes let a key move money out, so they are not preselected. */
const moneyOut = ['refunds', 'payouts'];

export function KeysPage() {
  const { keys: t } = useTexts().developers;
  const { place, may } = useHere();
  const at = place.merchant_id;
  const [secret, setSecret] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const list = useList(['keys', at], async () => {
    const { keys } = await call('GET /dashboard/api/keys', { at });
    return { rows: keys, next_cursor: null };
  });
  const scopes = useQuery({
    queryKey: ['keys', at, 'can give'],
    queryFn: () => call('GET /dashboard/api/keys', { at }),
  });
  const canGive = scopes.data?.can_give;
  return (
    <DeveloperPage tab="keys">
      <Text>{t.hint}</Text>
      {secret !== null && <ShownOnce label={t.issued} secret={secret} />}
      <Notice>{notice}</Notice>
      <Group key={at}>
        {may('developers.manage') && canGive && (
          <>
            <NewKey canGive={canGive} onMade={setSecret} />
            <Rotation canGive={canGive} onMade={setSecret} />
          </>
        )}
        <SaveButton
          name="keys"
          rows={[
            [t.name, t.prefix, t.scopes, t.madeBy, t.created, t.used],
            ...list.rows.map((key) => [
              key.name,
              key.prefix,
              key.scopes?.join(' ') ?? t.everything,
              key.made_by,
              key.created_at,
              key.last_used_at,
            ]),
          ]}
        />
      </Group>
      <ListView
        list={list}
        none={t.none}
        keyOf={({ id }) => id}
        columns={useKeyColumns(() => {
          setSecret(null);
          setNotice(t.revokedNow);
        })}
      />
    </DeveloperPage>
  );
}

function useKeyColumns(onRevoked: () => void): Column<Key>[] {
  const { keys: t } = useTexts().developers;
  const { date } = useFormats();
  const { may } = useHere();
  return [
    {
      title: t.name,
      show: ({ name, prefix }) => (
        <>
          <span>{name ?? t.noName}</span>
          <br />
          <code className="whole">{prefix}…</code>
        </>
      ),
    },
    { title: t.state, show: (key) => <KeyState of={key} /> },
    { title: t.scopes, show: (key) => <KeyScopes of={key} /> },
    {
      title: t.created,
      show: ({ created_at, made_by }) => (
        <>
          {date(created_at)}
          <Text size="sm">{made_by ?? t.byOperator}</Text>
        </>
      ),
    },
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

/** The key's scopes and limits. */
function KeyScopes({ of: key }: { of: Key }) {
  const { keys: t } = useTexts().developers;
  if (key.scopes === null) return <Text size="sm">{t.everything}</Text>;
  const bounds = [
    key.payout_max && `${t.payoutMax}: ${key.payout_max}`,
    key.payouts_per_day && `${t.payoutsPerDay}: ${key.payouts_per_day}`,
    key.networks && `${t.networks}: ${key.networks.join(', ')}`,
    key.sources && `${t.sources}: ${key.sources.join(', ')}`,
    key.is_signed && t.signed,
  ].filter((bound) => typeof bound === 'string');
  return (
    <>
      <Text size="sm">{key.scopes.map((scope) => t.scopeNames[scope] ?? scope).join(', ')}</Text>
      {bounds.map((bound) => (
        <Text key={bound} size="sm">
          {bound}
        </Text>
      ))}
      {key.is_short.length > 0 && (
        <Text size="sm" c="red">
          {t.isShort(key.is_short.map((scope) => t.scopeNames[scope] ?? scope).join(', '))}
        </Text>
      )}
    </>
  );
}

function KeyState({ of: { works, expires_at, revoked_at } }: { of: Key }) {
  const { keys: t } = useTexts().developers;
  const { date } = useFormats();
  const until = works && expires_at ? t.worksUntil(date(expires_at)) : null;
  return (
    <Badge color={until ? 'yellow' : works ? 'green' : 'gray'} variant="light" className="badge whole">
      {until ?? (works ? t.works : revoked_at ? t.revoked : t.ended)}
    </Badge>
  );
}

type Wanted = NonNullable<Parameters<typeof call<'POST /dashboard/api/keys'>>[1]>['body'];

type Draft = {
  name: string;
  scopes: string[];
  payout_max: string;
  payouts_per_day: string;
  networks: string;
  sources: string;
  expires_at: string;
  signing_key: string;
};

function blank(canGive: readonly string[]): Draft {
  return {
    name: '',
    scopes: canGive.filter((scope) => !moneyOut.includes(scope)),
    payout_max: '',
    payouts_per_day: '',
    networks: '',
    sources: '',
    expires_at: '',
    signing_key: '',
  };
}

const orNull = (text: string): string | null => text.trim() || null;
function listOf(text: string): string[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return parts.length === 0 ? null : parts;
}

function wantedOf(draft: Draft): Wanted {
  const pays = draft.scopes.includes('payouts');
  return {
    name: orNull(draft.name),
    scopes: draft.scopes,
    payout_max: pays ? orNull(draft.payout_max) : null,
    payouts_per_day: pays ? orNull(draft.payouts_per_day) : null,
    networks: pays ? listOf(draft.networks) : null,
    signing_key: pays ? orNull(draft.signing_key) : null,
    sources: listOf(draft.sources),
    expires_at: draft.expires_at === '' ? null : new Date(`${draft.expires_at}T23:59:59`).toISOString(),
  };
}

function KeyForm({ form, canGive }: { form: ReturnType<typeof useForm<Draft>>; canGive: readonly string[] }) {
  const { keys: t } = useTexts().developers;
  const text = (field: Exclude<keyof Draft, 'scopes'>, label: string, description?: string) => ({
    label,
    description,
    ...form.getInputProps(field),
  });
  return (
    <Stack gap="md">
      <TextInput {...text('name', t.name, t.nameHint)} maxLength={maxNameLength} />
      <Checkbox.Group
        label={t.scopes}
        description={canGive.includes('payouts') ? t.scopesHint : t.scopesOfDeveloper}
        {...form.getInputProps('scopes')}
      >
        <Stack gap="xs" mt="xs">
          {canGive.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t.scopeNames[scope] ?? scope}
              description={moneyOut.includes(scope) ? t.movesMoney : undefined}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {form.values.scopes.includes('payouts') && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput {...text('payout_max', t.payoutMax, t.noBound)} inputMode="decimal" />
            <TextInput {...text('payouts_per_day', t.payoutsPerDay, t.noBound)} inputMode="decimal" />
          </SimpleGrid>
          <TextInput {...text('networks', t.networks, t.networksHint)} />
          <Textarea {...text('signing_key', t.signingKey, t.signingKeyHint)} autosize minRows={2} />
        </>
      )}
      <TextInput {...text('sources', t.sources, t.sourcesHint)} />
      <TextInput {...text('expires_at', t.expires, t.expiresHint)} type="date" />
    </Stack>
  );
}

interface MakeProps {
  canGive: readonly string[];
  onMade(key: string): void;
}

function NewKey({ canGive, onMade }: MakeProps) {
  const { keys: t } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const form = useForm({ initialValues: blank(canGive) });
  return (
    <Act
      label={t.issue}
      title={t.issueTitle}
      form={form}
      changes={['keys']}
      send={async () =>
        onMade((await call('POST /dashboard/api/keys', { at, body: wantedOf(form.values) })).key)
      }
      onDone={form.reset}
    >
      <KeyForm form={form} canGive={canGive} />
    </Act>
  );
}

function Rotation({ canGive, onMade }: MakeProps) {
  const { keys: t } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const form = useForm({ initialValues: blank(canGive) });
  const [overlap, setOverlap] = useState(usualOverlap);
  const send = async () => {
    const body = { ...wantedOf(form.values), overlap_seconds: Number(overlap) };
    onMade((await call('POST /dashboard/api/keys/rotation', { at, body })).key);
  };
  return (
    <Act
      label={t.rotate}
      title={t.rotateTitle}
      form={form}
      changes={['keys']}
      send={send}
      onDone={form.reset}
    >
      <Text>{t.rotateHint}</Text>
      <NativeSelect
        label={t.overlap}
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
        data={overlaps.map((value) => ({ value, label: t.overlaps[value] ?? value }))}
      />
      <KeyForm form={form} canGive={canGive} />
    </Act>
  );
}

function Revocation({ of: { id, name, prefix }, onDone }: { of: Key; onDone(): void }) {
  const { keys: t } = useTexts().developers;
  const at = useHere().place.merchant_id;
  return (
    <Act
      label={t.revoke}
      title={t.revokeTitle(name ?? prefix)}
      isFinal
      changes={['keys']}
      send={() => call('DELETE /dashboard/api/keys/{key}', { at, path: { key: id } })}
      onDone={onDone}
    >
      <Text>{t.revokeHint}</Text>
    </Act>
  );
}
