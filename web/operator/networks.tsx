import { Badge, Group, Loader, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { SaveButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';

type Network = Answer<'GET /dashboard/api/networks'>['networks'][number];
type Sweep = Answer<'GET /dashboard/api/sweeps'>['sweeps'][number];

export function NetworksPage() {
  const t = useOperatorTexts();
  const [notice, setNotice] = useState<string | null>(null);
  const networks = useQuery({
    queryKey: ['networks'],
    queryFn: () => call('GET /dashboard/api/networks', {}),
    refetchInterval: refreshMs,
  });
  return (
    <Stack maw={1100}>
      <PageTitle>{t.networks.title}</PageTitle>
      <Fault error={networks.error} />
      <Notice>{notice}</Notice>
      {networks.isPending && <Loader aria-label="…" />}
      {networks.data?.networks.length === 0 && <Text>{t.networks.none}</Text>}
      {networks.data?.networks.map((network) => (
        <NetworkCard key={network.network} network={network} onDone={setNotice} />
      ))}
      <Sweeps onDone={setNotice} />
    </Stack>
  );
}

function NetworkCard({ network, onDone }: { network: Network; onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const { may } = useHere();
  const { date } = useFormats();
  const { duration, amount, coin } = useFormats();
  const { custody, asset } = network;
  const active = network.wallets.find(({ is_active }) => is_active) ?? null;
  const former = network.wallets.filter((wallet) => wallet !== active);
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={network.title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {network.title}
          </Title>
          <Health network={network} />
        </Group>
        <Facts
          of={[
            [
              t.networks.block,
              network.block === null || network.lag_seconds === null
                ? t.networks.never
                : `${network.block}. ${t.networks.read(duration(network.lag_seconds))}`,
            ],
            [t.networks.nodes, <Nodes key="nodes" nodes={network.nodes} />],
            [t.networks.wallet, active?.address ?? t.networks.noWallet],
            [t.networks.holds, active && (active.held ? amount(active.held, asset) : t.networks.unknown)],
            [t.networks.gas, active && (active.gas ? coin(active.gas, active.coin) : t.networks.unknown)],
            [t.networks.former, former.map(({ address }) => address).join(', ')],
            [t.networks.deposits, amount(custody.deposits, asset)],
            [t.networks.hot, amount(custody.hot, asset)],
            [t.networks.treasury, amount(custody.treasury, asset)],
          ]}
        />
        {network.gaps > 0 && <Text fw={600}>{t.networks.gaps(network.gaps)}</Text>}
        {custody.next_check_at !== null && (
          <Group justify="space-between">
            <Text size="sm">
              {custody.is_off ? t.networks.differs : t.networks.agrees}{' '}
              {t.networks.next(date(custody.next_check_at))}
            </Text>
            {may('installation.operate') && (
              <Act
                label={t.networks.compare}
                title={t.networks.compareTitle(network.title)}
                send={() =>
                  call('POST /dashboard/api/networks/{network}/custody-checks', {
                    path: { network: network.network },
                  })
                }
                changes={['networks']}
                onDone={() => onDone(t.networks.compared)}
              >
                <Text>{t.networks.compareHint}</Text>
              </Act>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Health({ network }: { network: Network }) {
  const t = useOperatorTexts();
  const isLate = network.lag_seconds === null || network.lag_seconds > network.lag_limit_seconds;
  const [color, words] = !network.is_led
    ? ['red', t.networks.unled]
    : isLate
      ? ['red', t.networks.late]
      : ['green', t.networks.well];
  return (
    <Badge color={color ?? 'gray'} variant="light" className="badge">
      {words}
    </Badge>
  );
}

function Nodes({ nodes }: { nodes: Network['nodes'] }) {
  const t = useOperatorTexts();
  if (nodes.length === 0) return t.networks.noNodes;
  return nodes.map(({ host, is_well, fault }) => (
    <span key={host}>
      {host}: {is_well ? t.networks.nodeWell : `${t.networks.nodeAway}${fault ? ` (${fault})` : ''}`}
      <br />
    </span>
  ));
}

function Sweeps({ onDone }: { onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const { may } = useHere();
  const { date } = useFormats();
  const { amount, count } = useFormats();
  const list = useList(['sweeps'], async () => {
    const { sweeps } = await call('GET /dashboard/api/sweeps', {});
    return { rows: sweeps, next_cursor: null };
  });
  const columns: Column<Sweep>[] = [
    {
      title: t.networks.to,
      show: ({ network, place, address }) =>
        `${network}: ${t.networks.places[place] ?? place} ${shortened(address)}`,
    },
    { title: t.networks.status, show: ({ status }) => t.networks.statuses[status] ?? status },
    { title: t.networks.addresses, show: ({ ended, addresses }) => `${count(ended)} / ${count(addresses)}` },
    { title: t.networks.swept, show: ({ swept, asset }) => amount(swept, asset) },
    { title: t.networks.by, show: ({ planned_by, created_at }) => `${planned_by}, ${date(created_at)}` },
    {
      title: t.networks.planned,
      show: ({ planned, asset }) => amount(planned, asset),
      isNumber: true,
    },
  ];
  const isDroppable = list.rows.some(({ status }) => status === 'planned');
  if (may('installation.operate') && isDroppable) {
    columns.push({
      title: t.networks.drop,
      show: (sweep) => (sweep.status === 'planned' ? <Drop id={sweep.id} onDone={onDone} /> : null),
    });
  }
  return (
    <>
      <Title order={2} size="h4">
        {t.networks.sweeps}
      </Title>
      <Text size="sm">{t.networks.sweepsHint}</Text>
      <ListView list={list} none={t.networks.noSweeps} keyOf={({ id }) => id} columns={columns} />
      {list.rows.length > 0 && (
        <Group>
          <SaveButton
            name="sweeps"
            rows={[
              [t.networks.by, t.networks.to, t.networks.status, t.networks.planned, t.networks.swept],
              ...list.rows.map((sweep) => [
                `${sweep.created_at} ${sweep.planned_by}`,
                `${sweep.network} ${sweep.address}`,
                sweep.status,
                `${sweep.planned} ${sweep.asset}`,
                `${sweep.swept} ${sweep.asset}`,
              ]),
            ]}
          />
        </Group>
      )}
    </>
  );
}

/** Shortened, but still recognisable. */
function shortened(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`;
}

function Drop({ id, onDone }: { id: string; onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const form = useForm({ initialValues: { note: '' } });
  return (
    <Act
      label={t.networks.drop}
      title={t.networks.dropTitle}
      form={form}
      send={() =>
        call('POST /dashboard/api/sweeps/{sweep}/cancel', { path: { sweep: id }, body: form.values })
      }
      changes={['sweeps']}
      onDone={() => onDone(t.networks.dropped)}
    >
      <Text>{t.networks.dropHint}</Text>
      <Textarea label={t.networks.why} required autosize maxLength={500} {...form.getInputProps('note')} />
    </Act>
  );
}
