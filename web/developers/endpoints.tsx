import {
  Badge,
  Button,
  Checkbox,
  Group,
  Loader,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Act, Dialog, Fault } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { ShownOnce } from './parts.tsx';
import { SampleAnswer } from './sample-answer.tsx';

export type Endpoint = Answer<'GET /api/webhooks/endpoints'>['endpoints'][number];

/** What a person chooses, and the types of events that belong to it. */
const kinds = {
  charges: ['charge.*', 'authorization.*', 'capture.*', 'void.*'],
  refunds: ['refund.*'],
  disputes: ['dispute.*'],
  orders: ['order.*'],
  payouts: ['payout.*'],
  settlements: ['settlement.*'],
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];
const max = 10;

export function useEndpoints() {
  const at = useHere().place.merchant_id;
  return useQuery({
    queryKey: ['endpoints', at],
    queryFn: () => call('GET /api/webhooks/endpoints', { at }),
  });
}

/** The further endpoints, each with its acts. */
export function Endpoints() {
  const { endpoints: t } = useTexts().developers;
  const { may } = useHere();
  const found = useEndpoints();
  const [made, setMade] = useState<string | null>(null);
  return (
    <Paper withBorder p="md" radius="md">
      <Stack>
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text>{t.hint}</Text>
        <Fault error={found.error} />
        {found.isPending && <Loader aria-label="…" />}
        {made !== null && <ShownOnce label={t.secretOf} secret={made} />}
        {found.data?.endpoints.map((endpoint) => (
          <OneEndpoint key={endpoint.id} of={endpoint} onSecret={setMade} />
        ))}
        {may('developers.manage') && found.data && found.data.endpoints.length < max && (
          <Add onMade={setMade} />
        )}
      </Stack>
    </Paper>
  );
}

function OneEndpoint({ of, onSecret }: { of: Endpoint; onSecret(secret: string): void }) {
  const { endpoints: t, webhook } = useTexts().developers;
  const { date } = useFormats();
  const { place, may } = useHere();
  const at = place.merchant_id;
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState('24');
  const path = { id: of.id };
  const pause = useMutation({
    mutationFn: (paused: boolean) =>
      call('PATCH /api/webhooks/endpoints/{id}', { at, path, body: { paused } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['endpoints'] }),
  });
  const sample = useMutation({
    mutationFn: () => call('POST /api/webhooks/test', { at, body: { endpoint: of.id } }),
  });
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={of.description || of.url}>
      <Stack gap="xs">
        <Group justify="space-between" align="start">
          <Text fw={600} className="wrap">
            {of.description || of.url}
          </Text>
          {of.paused && (
            <Badge color="yellow" variant="light" className="badge">
              {t.paused}
            </Badge>
          )}
        </Group>
        {of.description !== '' && <Text className="wrap">{of.url}</Text>}
        <Text c="dimmed">{of.events.length === 0 ? t.all : of.events.join(', ')}</Text>
        {of.previous_secret_until && <Text>{webhook.previous(date(of.previous_secret_until))}</Text>}
        <Link to="/developers/messages" search={{ endpoint: of.id }}>
          {t.log}
        </Link>
        {may('developers.manage') && (
          <Group gap="xs">
            <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
              {webhook.send}
            </Button>
            <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(!of.paused)}>
              {of.paused ? t.resume : t.pause}
            </Button>
            <Act
              label={webhook.rotate}
              title={webhook.rotateTitle}
              changes={['endpoints']}
              send={async () => {
                const body = { overlap_hours: Number(overlap) };
                const { secret } = await call('POST /api/webhooks/endpoints/{id}/secret', { at, path, body });
                onSecret(secret ?? '');
              }}
              onDone={() => {}}
            >
              <NativeSelect
                label={webhook.overlap}
                value={overlap}
                onChange={(event) => setOverlap(event.currentTarget.value)}
                data={['24', '1', '0'].map((value) => ({ value, label: webhook.overlaps[value] ?? value }))}
              />
            </Act>
            <Act
              label={t.remove}
              title={t.removeTitle}
              changes={['endpoints']}
              send={() => call('DELETE /api/webhooks/endpoints/{id}', { at, path })}
              onDone={() => {}}
              isFinal
            >
              <Text>{t.removeHint}</Text>
            </Act>
          </Group>
        )}
        <Fault error={pause.error ?? sample.error} />
        {sample.data && <SampleAnswer key={sample.data.event_id} id={sample.data.event_id} />}
      </Stack>
    </Paper>
  );
}

function Add({ onMade }: { onMade(secret: string): void }) {
  const { endpoints: t, webhook } = useTexts().developers;
  const { common } = useLanguage();
  const at = useHere().place.merchant_id;
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const form = useForm<{ url: string; description: string; kinds: Kind[] }>({
    initialValues: { url: '', description: '', kinds: [] },
  });
  const add = useSending(
    form,
    ({ url, description, kinds: chosen }) => {
      const events = kindNames.filter((each) => chosen.includes(each)).flatMap((each) => [...kinds[each]]);
      return call('POST /api/webhooks/endpoints', { at, body: { url: url.trim(), description, events } });
    },
    async ({ secret }) => {
      onMade(secret ?? '');
      form.reset();
      close();
      await queries.invalidateQueries({ queryKey: ['endpoints'] });
    },
  );
  return (
    <div>
      <Button variant="default" onClick={open}>
        {t.add}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={t.add}>
        <form onSubmit={add.submit}>
          <Stack>
            <TextInput type="url" label={webhook.url} {...form.getInputProps('url')} />
            <TextInput label={t.description} maxLength={200} {...form.getInputProps('description')} />
            <Checkbox.Group label={t.only} description={t.onlyHint} {...form.getInputProps('kinds')}>
              <Stack gap="xs" mt="xs">
                {kindNames.map((each) => (
                  <Checkbox key={each} value={each} label={t.kinds[each]} />
                ))}
              </Stack>
            </Checkbox.Group>
            <Fault error={add.error} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                {common.keep}
              </Button>
              <Button type="submit" loading={add.isPending}>
                {t.add}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </div>
  );
}
