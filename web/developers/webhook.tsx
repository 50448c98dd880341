import { Button, Group, Loader, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { unannouncedMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Fault, Notice } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { Endpoints } from './endpoints.tsx';
import { DeveloperPage, ShownOnce } from './parts.tsx';
import { SampleAnswer } from './sample-answer.tsx';

type Kind = NonNullable<Parameters<typeof call<'POST /api/webhooks/test'>>[1]['body']['kind']>;
const kinds: readonly Kind[] = [
  'authorized',
  'approved',
  'declined',
  'canceled',
  'voided',
  'expired',
  'partially_refunded',
  'refunded',
  'charged_back',
  'pending',
  'success',
  'failed',
];
export function WebhookPage() {
  const { webhook: t } = useTexts().developers;
  const { place, may } = useHere();
  const at = place.merchant_id;
  const webhook = useQuery({
    queryKey: ['webhook', at],
    queryFn: () => call('GET /dashboard/api/webhook', { at }),
    refetchInterval: unannouncedMs,
  });
  return (
    <DeveloperPage tab="webhook">
      <Text>{t.hint}</Text>
      <Fault error={webhook.error} />
      {webhook.isPending && <Loader aria-label="…" />}
      {webhook.data && (
        <Stack key={at} maw={700}>
          <Address of={webhook.data} />
          <Secret of={webhook.data} />
          {may('developers.manage') && <Sample />}
          <Endpoints />
        </Stack>
      )}
    </DeveloperPage>
  );
}

function Address({ of }: { of: Answer<'GET /dashboard/api/webhook'> }) {
  const { webhook: t } = useTexts().developers;
  const { common } = useLanguage();
  const { place, may } = useHere();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { url: of.url ?? '' } });
  const save = useSending(
    form,
    ({ url }) =>
      call('PUT /dashboard/api/webhook', { at: place.merchant_id, body: { url: url.trim() || null } }),
    () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  );
  return (
    <form onSubmit={save.submit}>
      <Stack>
        <TextInput
          type="url"
          label={t.url}
          description={t.urlHint}
          readOnly={!may('developers.manage')}
          {...form.getInputProps('url')}
        />
        <Fault error={save.error} />
        <Notice>{save.isSuccess ? t.saved : null}</Notice>
        {may('developers.manage') && (
          <Group>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Secret({ of: { previous_secret_until } }: { of: Answer<'GET /dashboard/api/webhook'> }) {
  const { webhook: t } = useTexts().developers;
  const { date } = useFormats();
  const { place, may } = useHere();
  const [secret, setSecret] = useState<string | null>(null);
  const [overlap, setOverlap] = useState('24');
  return (
    <Paper withBorder p="md" radius="md">
      <Stack align="start">
        <Title order={2} size="h4">
          {t.secret}
        </Title>
        <Text>{t.secretHint}</Text>
        {previous_secret_until && <Text>{t.previous(date(previous_secret_until))}</Text>}
        {secret !== null && <ShownOnce label={t.newSecret} secret={secret} />}
        {may('developers.manage') && (
          <Act
            label={t.rotate}
            title={t.rotateTitle}
            changes={['webhook']}
            send={async () => {
              const body = { overlap_hours: Number(overlap) };
              setSecret(
                (await call('POST /dashboard/api/webhook/secret', { at: place.merchant_id, body })).secret,
              );
            }}
            onDone={() => {}}
          >
            <NativeSelect
              label={t.overlap}
              value={overlap}
              onChange={(event) => setOverlap(event.currentTarget.value)}
              data={['24', '1', '0'].map((value) => ({ value, label: t.overlaps[value] ?? value }))}
            />
            <Text>{t.rotateHint}</Text>
          </Act>
        )}
      </Stack>
    </Paper>
  );
}

function Sample() {
  const { webhook: t, kinds: names, faults } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const form = useForm<{ kind: Kind }>({ initialValues: { kind: 'approved' } });
  const send = useSending(form, (body) => call('POST /api/webhooks/test', { at, body }));
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={send.submit}>
        <Stack>
          <Title order={2} size="h4">
            {t.test}
          </Title>
          <Text>{t.testHint}</Text>
          <Group align="end">
            <NativeSelect
              label={t.kind}
              {...form.getInputProps('kind')}
              data={kinds.map((value) => ({ value, label: names[value] ?? value }))}
            />
            <Button type="submit" loading={send.isPending}>
              {t.send}
            </Button>
          </Group>
          <Fault error={send.error} words={faults} />
          {send.data && <SampleAnswer key={send.data.event_id} id={send.data.event_id} />}
        </Stack>
      </form>
    </Paper>
  );
}
