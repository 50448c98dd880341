import { Alert, Button, Group, Loader, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Dialog, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { UnprovenTransfers } from './unproven-transfers.tsx';

type Pauses = Answer<'GET /dashboard/api/pauses'>;

/** Pauses payouts at once, everywhere or in part. */
export function PausesPage() {
  const t = useOperatorTexts();
  const { may } = useHere();
  const [notice, setNotice] = useState<string | null>(null);
  const pauses = useQuery({
    queryKey: ['pauses'],
    queryFn: () => call('GET /dashboard/api/pauses', {}),
    refetchInterval: refreshMs,
  });
  const stopped = pauses.data?.pauses ?? [];
  const isStopped = (scope: string): boolean => stopped.some((pause) => pause.scope === scope);
  const canStop = may('installation.operate');
  return (
    <Stack maw={760}>
      <PageTitle>{t.pauses.title}</PageTitle>
      <Text>{t.pauses.hint}</Text>
      <Fault error={pauses.error} />
      <Notice>{notice}</Notice>
      <UnprovenTransfers onDone={setNotice} />
      {pauses.isPending && <Loader aria-label="…" />}
      {pauses.data && stopped.length === 0 && (
        <Alert color="green" variant="light">
          {t.pauses.running}
        </Alert>
      )}
      {stopped.map((pause) => (
        <Stopped key={pause.scope} pause={pause} networks={pauses.data?.networks ?? []} onDone={setNotice} />
      ))}
      {pauses.data && !canStop && <Text>{t.pauses.mayNot}</Text>}
      {pauses.data && canStop && (
        <>
          {!isStopped('all') && (
            <Decide
              scope="all"
              what={t.pauses.all}
              label={t.pauses.stopAll}
              operation="POST /dashboard/api/pauses"
              onDone={setNotice}
              isLarge
            />
          )}
          {pauses.data.networks
            .filter(({ network }) => !isStopped(`network:${network}`))
            .map(({ network, title, waiting }) => (
              <Paper key={network} withBorder p="md" radius="md">
                <Group justify="space-between">
                  <div>
                    <Text fw={600}>{t.pauses.network(title)}</Text>
                    <Text size="sm">{t.pauses.waiting(waiting)}</Text>
                  </div>
                  <Decide
                    scope={`network:${network}`}
                    what={t.pauses.network(title)}
                    label={t.pauses.stop}
                    operation="POST /dashboard/api/pauses"
                    onDone={setNotice}
                  />
                </Group>
              </Paper>
            ))}
        </>
      )}
    </Stack>
  );
}

function Stopped({
  pause,
  networks,
  onDone,
}: {
  pause: Pauses['pauses'][number];
  networks: Pauses['networks'];
  onDone(notice: string): void;
}) {
  const t = useOperatorTexts();
  const { may } = useHere();
  const { date } = useFormats();
  const [kind, id = ''] = pause.scope.split(/:(.*)/);
  const what =
    kind === 'network'
      ? t.pauses.network(networks.find(({ network }) => network === id)?.title ?? id)
      : kind === 'merchant'
        ? t.pauses.merchant(pause.merchant_name ?? id)
        : kind === 'restored'
          ? t.pauses.restored
          : t.pauses.all;
  return (
    <Paper withBorder p="md" radius="md" className="alarm urgent">
      <Group justify="space-between" align="start">
        <div>
          <Title order={2} size="h4">
            {what}
          </Title>
          <Text size="sm" className="wrap">
            {t.pauses.stoppedBy(pause.paused_by, date(pause.paused_at))}
          </Text>
          <Text className="wrap">{pause.reason}</Text>
          {kind === 'restored' && <Text size="sm">{t.pauses.restoredHint}</Text>}
        </div>
        {kind !== 'restored' && may('installation.operate') && (
          <Decide
            scope={pause.scope}
            what={what}
            label={t.pauses.resume}
            operation="POST /dashboard/api/pauses/end"
            onDone={onDone}
          />
        )}
      </Group>
    </Paper>
  );
}

/** Asks for confirmation and the reason. */
function Decide({
  scope,
  what,
  label,
  operation,
  onDone,
  isLarge = false,
}: {
  scope: string;
  what: string;
  label: string;
  operation: 'POST /dashboard/api/pauses' | 'POST /dashboard/api/pauses/end';
  onDone(notice: string): void;
  isLarge?: boolean;
}) {
  const t = useOperatorTexts();
  const { common } = useLanguage();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const form = useForm({ initialValues: { reason: '' } });
  const isStop = operation === 'POST /dashboard/api/pauses';
  const decide = useSending(
    form,
    ({ reason }) => call(operation, { body: { scope, reason } }),
    async () => {
      await queries.invalidateQueries({ queryKey: ['pauses'] });
      form.reset();
      close();
      onDone(isStop ? t.pauses.stopped : t.pauses.resumed);
    },
  );
  return (
    <>
      <Button
        color={isStop ? 'red' : 'accent'}
        variant={isStop ? 'filled' : 'outline'}
        size={isLarge ? 'lg' : 'sm'}
        onClick={open}
        aria-label={isLarge ? undefined : `${label}: ${what}`}
      >
        {label}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={isStop ? t.pauses.stopTitle(what) : t.pauses.resumeTitle(what)}
      >
        <form onSubmit={decide.submit}>
          <Stack>
            {!isStop && <Text>{t.pauses.resumeHint}</Text>}
            <Textarea
              label={t.pauses.why}
              description={t.pauses.whyHint}
              required
              autosize
              maxLength={500}
              {...form.getInputProps('reason')}
              data-autofocus
            />
            <Fault error={decide.error} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                {common.keep}
              </Button>
              <Button type="submit" color={isStop ? 'red' : 'accent'} loading={decide.isPending}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
