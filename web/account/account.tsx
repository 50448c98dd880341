import { Button, Code, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { browserName } from '../../src/base/ground/browser-name.ts';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { addPasskey, canUsePasskeys } from '../app/passkey.ts';
import { useHere } from '../app/session.tsx';
import { NotificationSettings } from '../notifications/notification-settings.tsx';
import { Act, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { Password } from '../parts/password.tsx';

type Begun = Answer<'POST /dashboard/api/second-factor'>;

export function AccountPage() {
  const t = useTexts().account;
  const { me, place, may } = useHere();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const hasFactor = me.person.has_second_factor;
  return (
    <Stack maw={560}>
      <PageTitle>{t.account.title}</PageTitle>
      <Text className="wrap">
        {me.person.name}, {me.person.email}
      </Text>
      <Notice>{notice}</Notice>
      {place.merchant_id !== null && may('payments.read') && (
        <NotificationSettings merchantId={place.merchant_id} />
      )}
      <Paper withBorder p="md" radius="md">
        <Stack>
          <Title order={2} size="h4">
            {t.account.secondFactor}
          </Title>
          <Text>{hasFactor ? t.account.on : t.account.off}</Text>
          {begun && !hasFactor ? (
            <Prove begun={begun} />
          ) : (
            <AskPassword key={String(hasFactor)} hasFactor={hasFactor} onBegun={setBegun} />
          )}
        </Stack>
      </Paper>
      <ChangePassword onDone={setNotice} />
      <Passkeys onDone={setNotice} />
      <Sessions onDone={setNotice} />
    </Stack>
  );
}

function ChangePassword({ onDone }: { onDone(notice: string): void }) {
  const t = useTexts().account;
  const queries = useQueryClient();
  const form = useForm({ initialValues: { password: '', new_password: '' } });
  const change = useSending(
    form,
    (body) => call('POST /dashboard/api/password', { body }),
    async () => {
      form.reset();
      onDone(t.newPassword.done);
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  );
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={change.submit}>
        <Stack>
          <Title order={2} size="h4">
            {t.newPassword.title}
          </Title>
          <Text>{t.newPassword.hint}</Text>
          <Password
            label={t.account.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Password
            label={t.newPassword.next}
            autoComplete="new-password"
            minLength={12}
            required
            {...form.getInputProps('new_password')}
          />
          <Fault error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t.newPassword.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function Passkeys({ onDone }: { onDone(notice: string): void }) {
  const t = useTexts().account;
  const { date } = useFormats();
  const { data, error } = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => call('GET /dashboard/api/passkeys', {}),
  });
  return (
    <Paper withBorder p="md" radius="md">
      <Stack>
        <Title order={2} size="h4">
          {t.passkeys.title}
        </Title>
        <Text>{t.passkeys.hint}</Text>
        <Fault error={error} />
        {data?.passkeys.length === 0 && <Text>{t.passkeys.none}</Text>}
        {data?.passkeys.map(({ id, name, created_at, last_used_at }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={600} className="wrap">
                {name}
              </Text>
              <Text size="sm">
                {last_used_at ? t.passkeys.used(date(last_used_at)) : t.passkeys.since(date(created_at))}
              </Text>
            </div>
            <Act
              label={t.passkeys.remove}
              title={t.passkeys.removeTitle(name)}
              send={() =>
                call('DELETE /dashboard/api/passkeys/{passkey}', {
                  path: { passkey: id },
                  shows: t.passkeys.removeTitle(name),
                })
              }
              changes={['me', 'passkeys', 'sessions']}
              onDone={() => onDone(t.passkeys.removed)}
            >
              <Text>{t.passkeys.removeHint}</Text>
            </Act>
          </Group>
        ))}
        {canUsePasskeys() ? (
          <AddPasskey key={data?.passkeys.length} onDone={() => onDone(t.passkeys.added)} />
        ) : (
          <Text size="sm">{t.passkeys.unavailable}</Text>
        )}
      </Stack>
    </Paper>
  );
}

function AddPasskey({ onDone }: { onDone(): void }) {
  const t = useTexts().account;
  const form = useForm({ initialValues: { name: '', password: '' } });
  return (
    <Group>
      <Act
        label={t.passkeys.add}
        title={t.passkeys.add}
        form={form}
        send={() => addPasskey(form.values.name.trim(), form.values.password)}
        words={{ no_passkey: t.passkeys.left }}
        changes={['me', 'passkeys', 'sessions']}
        onDone={onDone}
      >
        <TextInput
          label={t.passkeys.name}
          placeholder={t.passkeys.nameHint}
          required
          maxLength={60}
          {...form.getInputProps('name')}
        />
        <Password
          label={t.account.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
      </Act>
    </Group>
  );
}

function Sessions({ onDone }: { onDone(notice: string): void }) {
  const t = useTexts().account;
  const { date } = useFormats();
  const { data, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => call('GET /dashboard/api/sessions', {}),
    refetchInterval: refreshMs,
  });
  return (
    <Paper withBorder p="md" radius="md">
      <Stack>
        <Title order={2} size="h4">
          {t.sessions.title}
        </Title>
        <Fault error={error} />
        {data?.sessions.map(({ id, user_agent, address, since, is_this }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={600} className="wrap">
                {browserName(user_agent) ?? t.sessions.unknown}
                {is_this && ` (${t.sessions.here})`}
              </Text>
              <Text size="sm" className="wrap">
                {[address, date(since)].filter(Boolean).join(', ')}
              </Text>
            </div>
            {!is_this && (
              <Act
                label={t.sessions.end}
                title={t.sessions.endTitle}
                send={() => call('DELETE /dashboard/api/sessions/{session}', { path: { session: id } })}
                changes={['sessions']}
                onDone={() => onDone(t.sessions.ended)}
              >
                <Text>{t.sessions.endHint}</Text>
              </Act>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function AskPassword({ hasFactor, onBegun }: { hasFactor: boolean; onBegun(begun: Begun | null): void }) {
  const t = useTexts().account;
  const queries = useQueryClient();
  const form = useForm({ initialValues: { password: '' } });
  const act = useSending(
    form,
    (body) =>
      call(hasFactor ? 'POST /dashboard/api/second-factor/removal' : 'POST /dashboard/api/second-factor', {
        body,
      }),
    async (answer) => {
      onBegun(answer);
      await queries.invalidateQueries({ queryKey: ['me'] });
    },
  );
  return (
    <form onSubmit={act.submit}>
      <Stack>
        <Password
          label={t.account.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Fault error={act.error} />
        <Group>
          <Button type="submit" loading={act.isPending}>
            {hasFactor ? t.account.remove : t.account.begin}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Prove({ begun }: { begun: Begun }) {
  const t = useTexts().account;
  const queries = useQueryClient();
  const form = useForm({ initialValues: { code: '' } });
  const prove = useSending(
    form,
    ({ code }) => call('POST /dashboard/api/second-factor/proof', { body: { code: code.trim() } }),
    () => queries.invalidateQueries({ queryKey: ['me'] }),
  );
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(begun.uri))}`;
  return (
    <form onSubmit={prove.submit}>
      <Stack>
        <Text>{t.account.scan}</Text>
        <img className="qr" src={image} alt="QR" />
        <Text size="sm">
          {t.account.secret}: <Code className="wrap">{new URL(begun.uri).searchParams.get('secret')}</Code>
        </Text>
        <Text>{t.account.backup}</Text>
        <List>
          {begun.backup_codes.map((each) => (
            <List.Item key={each}>
              <Code>{each}</Code>
            </List.Item>
          ))}
        </List>
        <TextInput
          label={t.account.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          minLength={6}
          {...form.getInputProps('code')}
        />
        <Fault error={prove.error} />
        <Group>
          <Button type="submit" loading={prove.isPending}>
            {t.account.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
