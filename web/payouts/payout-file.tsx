import {
  Alert,
  Button,
  FileInput,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault, Notice, PageTitle, submitting } from '../parts/basics.tsx';
import { DownloadButton, saveRows } from '../parts/download.tsx';
import { ListView, useList } from '../parts/list.tsx';
import { MoneyFacts, Problems } from './payout-money.tsx';

type Checked = Answer<'POST /dashboard/api/payout-batches'>;
type Batch = NonNullable<Checked['batch']>;

export function PayoutFilePage() {
  const t = useTexts().payouts;
  const { may } = useHere();
  return (
    <Stack maw={760}>
      <Link to="/payouts">← {t.detail.back}</Link>
      <PageTitle>{t.file.title}</PageTitle>
      {may('payouts.make') && <Upload />}
      <Title order={2} size="h4">
        {t.file.earlier}
      </Title>
      <Earlier />
    </Stack>
  );
}

function Upload() {
  const t = useTexts().payouts;
  const { place } = useHere();
  const [file, setFile] = useState<File | null>(null);
  const [asset, setAsset] = useState<'USDT' | 'USDC'>('USDT');
  const check = useMutation({
    mutationFn: async () => {
      if (!file) throw new Error('no file was chosen');
      const body = { name: file.name.slice(0, 200), asset, csv: await textOf(file) };
      return await call('POST /dashboard/api/payout-batches', { at: place.merchant_id ?? '', body });
    },
  });
  const again = (): void => {
    setFile(null);
    check.reset();
  };
  if (check.data?.batch) return <Confirm batch={check.data.batch} onAgain={again} />;
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={submitting(() => check.mutate())}>
        <Stack>
          <Text>{t.file.hint}</Text>
          <Text>{t.file.columns}</Text>
          <Group>
            <Button variant="default" onClick={() => saveRows('pasarela.csv', sample)}>
              {t.file.sample}
            </Button>
          </Group>
          <FileInput
            label={t.file.choose}
            placeholder={t.file.choose}
            accept=".csv,text/csv,text/plain"
            required
            withAsterisk={false}
            value={file}
            onChange={(chosen) => {
              check.reset();
              setFile(chosen);
            }}
          />
          <NativeSelect
            label={t.make.asset}
            value={asset}
            onChange={(event) => setAsset(event.currentTarget.value as 'USDT' | 'USDC')}
            data={['USDT', 'USDC']}
          />
          <Fault
            error={check.error}
            words={{ body_too_large: t.file.tooLarge, validation_failed: t.file.tooLarge }}
          />
          {check.data && <Faults of={check.data.faults} />}
          <Group>
            <Button type="submit" loading={check.isPending} disabled={!file}>
              {t.file.check}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

const sample = [
  ['email', 'amount', 'country', 'reference', 'description'],
  ['ana@example.com', '25.50', 'COL', 'P-1', 'Comisión'],
  ['joao@example.com', '100.00', 'BRA', 'P-2', 'Comissão'],
];

/** UTF-8, else Windows-1252, which old spreadsheets save. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function Faults({ of }: { of: Checked['faults'] }) {
  const t = useTexts().payouts;
  return (
    <Alert color="red" variant="light" role="alert" title={t.file.faults(of.length)}>
      <Text>{t.file.faultsHint}</Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.file.row}</Table.Th>
            <Table.Th>{t.file.mend}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.map(({ line, kind }) => (
            <Table.Tr key={`${line} ${kind}`}>
              <Table.Td className="numbers">{line}</Table.Td>
              <Table.Td>{t.faultKinds[kind]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  );
}

function Confirm({ batch, onAgain }: { batch: Batch; onAgain(): void }) {
  const t = useTexts().payouts;
  const { date, money } = useFormats();
  const { place } = useHere();
  const navigate = useNavigate();
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /dashboard/api/payout-batches/{batch}/confirmation', {
        at: place.merchant_id ?? '',
        path: { batch: batch.id },
        body: {},
      }),
    onSuccess: ({ id }) => navigate({ to: '/payouts/files/$batch', params: { batch: id } }),
  });
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={submitting(() => confirm.mutate())}>
        <Stack>
          <Notice>{t.file.ready}</Notice>
          <MoneyFacts
            of={batch}
            asset={batch.asset}
            before={[
              [t.file.name, batch.name],
              [t.file.payouts, String(batch.lines)],
              [t.file.sum, money(batch.amount, 'USD')],
            ]}
          />
          {batch.same_made_at && (
            <Alert color="orange" variant="light" role="alert">
              {t.file.same(date(batch.same_made_at))}
            </Alert>
          )}
          <Problems of={batch.problems} />
          <Fault error={confirm.error} />
          <Group>
            <Button type="submit" loading={confirm.isPending} disabled={batch.problems.length > 0}>
              {t.file.confirm(batch.lines)}
            </Button>
            <Button variant="default" onClick={onAgain}>
              {t.file.another}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function Earlier() {
  const t = useTexts().payouts;
  const { date, money } = useFormats();
  const { place } = useHere();
  const at = place.merchant_id ?? '';
  const list = useList(['payout-batches', at], async (cursor) => {
    const { batches, next_cursor } = await call('GET /dashboard/api/payout-batches', {
      at,
      query: { cursor },
    });
    return { rows: batches, next_cursor };
  });
  return (
    <>
      <ListView
        list={list}
        none={t.file.none}
        keyOf={({ id }) => id}
        columns={[
          { title: t.file.name, show: ({ name }) => name },
          {
            title: t.file.state,
            show: ({ state }) => (state === 'finished' ? t.file.finished : t.file.making),
          },
          { title: t.file.payouts, show: ({ lines }) => lines },
          { title: t.file.sum, show: ({ amount }) => money(amount, 'USD'), isNumber: true },
          { title: t.file.made, show: ({ created_at }) => date(created_at) },
        ]}
        link={({ id }, content, className) => (
          <Link to="/payouts/files/$batch" params={{ batch: id }} className={className}>
            {content}
          </Link>
        )}
      />
      {list.rows.length > 0 && (
        <Group>
          <DownloadButton
            open={(wanted) => request('GET /dashboard/api/payout-batches.csv', { at }, wanted)}
          />
        </Group>
      )}
    </>
  );
}
