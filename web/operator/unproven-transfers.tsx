import { Code, Group, List, Paper, Radio, Stack, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../app/api.ts';
import { useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Facts, Fault } from '../parts/basics.tsx';
import { StrongAct } from '../parts/strong-act.tsx';

type Outcome = Answer<'GET /dashboard/api/outcomes'>['outcomes'][number];
type Word = NonNullable<Outcome['said']>;

/** Transfers whose outcome no RPC node proves, with each node's answer. Shows nothing if there are none. */
export function UnprovenTransfers({ onDone }: { onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const held = useQuery({
    queryKey: ['outcomes'],
    queryFn: () => call('GET /dashboard/api/outcomes', {}),
    refetchInterval: refreshMs,
  });
  const outcomes = held.data?.outcomes ?? [];
  if (outcomes.length === 0) return <Fault error={held.error} />;
  return (
    <Stack>
      <Title order={2} size="h3">
        {t.outcomes.title}
      </Title>
      <Text>{t.outcomes.hint}</Text>
      {outcomes.map((outcome) => (
        <Held key={outcome.id} outcome={outcome} onDone={onDone} />
      ))}
    </Stack>
  );
}

function Held({ outcome, onDone }: { outcome: Outcome; onDone(notice: string): void }) {
  const t = useOperatorTexts();
  const { may } = useHere();
  const words: Record<Word, string> = { arrived: t.outcomes.arrived, not_arrived: t.outcomes.notArrived };
  return (
    <Paper withBorder p="md" radius="md" className="alarm urgent">
      <Stack>
        <Facts
          of={[
            [t.outcomes.amount, outcome.amount],
            [t.outcomes.to, `${outcome.to} (${outcome.network_title})`],
            [t.outcomes.transaction, <Code key="hash">{outcome.transaction_hash}</Code>],
          ]}
        />
        <div>
          <Text fw={600}>{t.outcomes.sources}</Text>
          <List size="sm">
            {outcome.sources.map((source) => (
              <List.Item key={source} className="wrap">
                {source}
              </List.Item>
            ))}
          </List>
        </div>
        {outcome.said && outcome.said_by && (
          <Text className="wrap">
            {t.outcomes.said(outcome.said_by, words[outcome.said], outcome.note ?? '')}
          </Text>
        )}
        {may('payouts.approve') && <Decide outcome={outcome} words={words} onDone={onDone} />}
      </Stack>
    </Paper>
  );
}

function Decide({
  outcome,
  words,
  onDone,
}: {
  outcome: Outcome;
  words: Record<Word, string>;
  onDone(notice: string): void;
}) {
  const t = useOperatorTexts();
  const form = useForm<{ word: Word | ''; note: string }>({ initialValues: { word: '', note: '' } });
  return (
    <StrongAct
      label={t.outcomes.decide}
      title={t.outcomes.question}
      form={form}
      send={() =>
        call('POST /dashboard/api/outcomes/{outcome}/decision', {
          path: { outcome: outcome.id },
          body: { word: form.values.word as Word, note: form.values.note },
        })
      }
      changes={['outcomes', 'alarms']}
      onDone={() => onDone(t.outcomes.done)}
    >
      <Radio.Group label={`${outcome.amount} → ${outcome.to}`} required {...form.getInputProps('word')}>
        <Group mt="xs">
          {(Object.keys(words) as Word[]).map((each) => (
            <Radio key={each} value={each} label={words[each]} />
          ))}
        </Group>
      </Radio.Group>
      <Textarea label={t.outcomes.how} required autosize maxLength={500} {...form.getInputProps('note')} />
    </StrongAct>
  );
}
