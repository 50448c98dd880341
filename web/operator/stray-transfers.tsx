import {
  Anchor,
  Code,
  Group,
  Paper,
  Stack,
  Text,
  Textarea,
  type TextareaProps,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault, Notice } from '../parts/basics.tsx';

type Stray = Answer<'GET /dashboard/api/strays'>['strays'][number];

/** Transfers to an order's address on the wrong network or in the wrong coin. Shows nothing if there are none. */
export function StrayTransfers() {
  const t = useOperatorTexts();
  const [notice, setNotice] = useState<string | null>(null);
  const waiting = useQuery({
    queryKey: ['strays'],
    queryFn: () => call('GET /dashboard/api/strays', {}),
    refetchInterval: refreshMs,
  });
  const strays = waiting.data?.strays ?? [];
  return (
    <>
      <Fault error={waiting.error} />
      <Notice>{notice}</Notice>
      {strays.length > 0 && (
        <>
          <Title order={2} size="h4">
            {t.strays.title}
          </Title>
          <Text>{t.strays.hint}</Text>
        </>
      )}
      {strays.map((stray) => (
        <Waiting key={`${stray.transaction_hash} ${stray.amount}`} stray={stray} onDone={setNotice} />
      ))}
    </>
  );
}

function Waiting({ stray, onDone }: { stray: Stray; onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const { date } = useFormats();
  const { may } = useHere();
  const hash = <Code className="wrap">{stray.transaction_hash}</Code>;
  return (
    <Paper withBorder p="md" radius="md" className="alarm">
      <Stack>
        <Facts
          of={[
            [t.strays.came, `${stray.amount}, ${stray.network_title}, ${date(stray.at)}`],
            [t.strays.asked, stray.asked],
            [t.strays.order, <Code key="order">{stray.order}</Code>],
            [
              t.strays.transaction,
              stray.url === null ? (
                hash
              ) : (
                <Anchor key="hash" href={stray.url} target="_blank" rel="noopener noreferrer">
                  {hash}
                </Anchor>
              ),
            ],
            [t.strays.sender, <Code key="sender">{stray.sender}</Code>],
          ]}
        />
        <Group>
          {stray.can_adopt && may('payments.resolve') && <Adopt stray={stray} onDone={onDone} />}
          {may('payments.refund') && <GiveBack stray={stray} onDone={onDone} />}
        </Group>
      </Stack>
    </Paper>
  );
}

const changes = ['strays', 'alarms'];

function Adopt({ stray, onDone }: { stray: Stray; onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const form = useForm({ initialValues: { note: '' } });
  return (
    <Act
      label={t.strays.adopt}
      title={t.strays.adoptTitle}
      form={form}
      send={() =>
        call('POST /dashboard/api/strays/{order}/adopt', {
          path: { order: stray.order },
          body: { network: stray.network, ...form.values },
        })
      }
      changes={changes}
      onDone={() => onDone(t.strays.adopted)}
    >
      <Text>{t.strays.adoptHint}</Text>
      <Why {...form.getInputProps('note')} />
    </Act>
  );
}

function GiveBack({ stray, onDone }: { stray: Stray; onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const form = useForm({ initialValues: { address: '', note: '' } });
  return (
    <Act
      label={t.strays.giveBack}
      title={t.strays.giveBackTitle}
      form={form}
      send={() =>
        call('POST /dashboard/api/strays/{order}/return', {
          path: { order: stray.order },
          body: { network: stray.network, ...form.values },
        })
      }
      changes={changes}
      onDone={() => onDone(t.strays.returned)}
    >
      <Text>{t.strays.giveBackHint}</Text>
      <TextInput
        label={t.strays.address}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        {...form.getInputProps('address')}
      />
      <Why {...form.getInputProps('note')} />
    </Act>
  );
}

function Why(field: TextareaProps) {
  const t = useOperatorTexts();
  return <Textarea label={t.strays.why} required autosize maxLength={500} {...field} />;
}
