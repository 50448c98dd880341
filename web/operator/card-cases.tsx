import {
  Badge,
  Code,
  Group,
  Loader,
  Paper,
  Radio,
  Stack,
  Text,
  Textarea,
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
import { Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { RowsView } from '../parts/list.tsx';
import { StrongAct } from '../parts/strong-act.tsx';
import type { OperatorTexts } from '../texts/operator/en.ts';
import { CardPayouts, CardReconciliations } from './card-reconciliations.tsx';

type CardCase = Answer<'GET /dashboard/api/card-cases'>['open'][number];
type Target = CardCase['targets'][number];
type Word = NonNullable<CardCase['decided']>;

/** Movements at card processors that the ledger does not explain. */
export function CardCasesPage() {
  const t = useOperatorTexts().cardReconciliation;
  const { count } = useFormats();
  const [notice, setNotice] = useState<string | null>(null);
  const cases = useQuery({
    queryKey: ['card-cases'],
    queryFn: () => call('GET /dashboard/api/card-cases', {}),
    refetchInterval: refreshMs,
  });
  const { open = [], decided = [], open_count = 0 } = cases.data ?? {};
  return (
    <Stack maw={960}>
      <PageTitle>{t.title}</PageTitle>
      <Text>{t.hint}</Text>
      <Fault error={cases.error} />
      <Notice>{notice}</Notice>
      {cases.isPending && <Loader aria-label="…" />}
      {cases.data && open.length === 0 && <Notice>{t.noneOpen}</Notice>}
      {open.length > 0 && (
        <>
          <Title order={2} size="h4">
            {t.open}
          </Title>
          <Text>{open_count > open.length ? t.moreOpen(count(open_count)) : t.openHint}</Text>
          {open.map((each) => (
            <OpenCase key={each.id} of={each} onDone={() => setNotice(t.written)} />
          ))}
        </>
      )}
      <CardReconciliations />
      <CardPayouts />
      {cases.data && <Decided cases={decided} />}
    </Stack>
  );
}

function targetText(
  t: OperatorTexts['cardReconciliation'],
  { to, merchant_name: name }: Pick<Word, 'to' | 'merchant_name'>,
): string {
  return name === null ? t.targets[to] : `${t.targets[to]}: ${name}`;
}

function OpenCase({ of: each, onDone }: { of: CardCase; onDone(): void }) {
  const t = useOperatorTexts().cardReconciliation;
  const { money, date } = useFormats();
  const { may } = useHere();
  const { proposed } = each;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={each.reference} className="alarm">
      <Stack>
        <Group justify="space-between" align="start">
          <Text fw={600} className="numbers">
            {money(each.amount, each.currency)}
          </Text>
          <Badge color="orange" variant="light" className="badge">
            {`${each.processor}: ${t.kinds[each.kind] ?? each.kind}`}
          </Badge>
        </Group>
        <Text>{t.reasons[each.reason] ?? each.reason}</Text>
        <Facts
          of={[
            [t.reference, <Code key="reference">{each.reference}</Code>],
            [t.charge, each.charge_id],
            [t.merchant, each.merchant_name ?? each.merchant_id ?? t.nobody],
            ['', each.is_own_account ? t.ownAccount : null],
            [t.since, date(each.opened_at)],
          ]}
        />
        {proposed && (
          <Text className="wrap">
            {t.waitsForSecond(proposed.by, targetText(t, proposed), proposed.note)}
          </Text>
        )}
        {may('payouts.approve') && (
          <Group>
            <Decide of={each} onDone={onDone} />
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Decide({ of: each, onDone }: { of: CardCase; onDone(): void }) {
  const t = useOperatorTexts().cardReconciliation;
  const { money } = useFormats();
  const form = useForm<{ to: Target | ''; merchant_id: string; note: string }>({
    initialValues: { to: '', merchant_id: each.merchant_id ?? '', note: '' },
  });
  const { to, merchant_id, note } = form.values;
  const asksMerchant = to === 'merchant' && !each.is_own_account;
  return (
    <StrongAct
      label={t.decide}
      title={t.question}
      form={form}
      send={() =>
        call('POST /dashboard/api/card-cases/{case}/decision', {
          path: { case: each.id },
          body: { to: to as Target, note, ...(asksMerchant && { merchant_id: merchant_id.trim() }) },
        })
      }
      changes={['card-cases', 'alarms', 'operations']}
      onDone={onDone}
    >
      <Text className="wrap">{`${money(each.amount, each.currency)}, ${each.processor}, ${each.reference}`}</Text>
      <Radio.Group label={t.to} required {...form.getInputProps('to')}>
        <Stack mt="xs" gap="sm">
          {each.targets.map((target) => (
            <Radio
              key={target}
              value={target}
              label={t.targets[target]}
              {...(each.takes_two.includes(target) && { description: t.takesTwo })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {asksMerchant && (
        <TextInput
          label={t.merchantId}
          description={t.merchantIdHint}
          required
          {...form.getInputProps('merchant_id')}
        />
      )}
      <Textarea label={t.note} required autosize maxLength={500} {...form.getInputProps('note')} />
    </StrongAct>
  );
}

function Decided({ cases }: { cases: CardCase[] }) {
  const t = useOperatorTexts().cardReconciliation;
  const { money, date } = useFormats();
  return (
    <>
      <Title order={2} size="h4">
        {t.decided}
      </Title>
      {cases.length === 0 ? (
        <Text>{t.noneDecided}</Text>
      ) : (
        <RowsView
          rows={cases}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t.kind,
              show: ({ processor, kind, reference }) =>
                `${processor}: ${t.kinds[kind] ?? kind}, ${reference}`,
            },
            {
              title: t.decision,
              show: ({ decided }) => decided && `${targetText(t, decided)}: ${decided.note}`,
            },
            {
              title: t.by,
              show: ({ decided, proposed }) =>
                [...new Set([decided && proposed?.to === decided.to && proposed.by, decided?.by])]
                  .filter(Boolean)
                  .join(', '),
            },
            { title: t.at, show: ({ decided }) => decided && date(decided.at) },
            { title: t.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
          ]}
        />
      )}
    </>
  );
}
