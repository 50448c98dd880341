import { Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { settlementWays } from '../../src/commerce/settlements/settlement.ts';
import { type Answer, call, request } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { amountPattern, asTyped, readDecimal } from '../parts/amounts.ts';
import { Act, Notice, PageTitle } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { type Column, ListView, useList } from '../parts/list.tsx';
import { SettlementBadge } from './settlement-badge.tsx';

type Settlement = Answer<'GET /dashboard/api/settlements'>['settlements'][number];
type Owed = Answer<'GET /dashboard/api/owed'>['owed'][number];

/** Settlements owed, requested and paid: of one merchant, or of all for the operator. */
export function SettlementsPage() {
  const t = useTexts().settlements;
  const { place, may } = useHere();
  const [notice, setNotice] = useState<string | null>(null);
  const isMerchant = place.merchant_id !== null;
  const list = useList(['settlements', place.merchant_id], async (cursor) => {
    const { settlements, ...page } = await call('GET /dashboard/api/settlements', {
      at: place.merchant_id,
      query: { cursor },
    });
    return { rows: settlements, ...page };
  });
  const owed = useOwed(false);
  const red = useOwed(true);
  const owedColumns = useOwedColumns(isMerchant);
  const askable = owed.rows.filter(({ available }) => Number(available) > 0);
  return (
    <Stack>
      <PageTitle>{t.title}</PageTitle>
      <Text>{isMerchant ? t.hint : t.hintAll}</Text>
      <Notice>{notice}</Notice>
      {red.rows.length > 0 && (
        <>
          <Title order={2} size="h4">
            {t.inTheRed}
          </Title>
          <Text>{isMerchant ? t.inTheRedHint : t.inTheRedHintAll}</Text>
          <ListView list={red} none="" keyOf={keyOfOwed} columns={owedColumns} />
        </>
      )}
      <Title order={2} size="h4">
        {t.owed}
      </Title>
      <ListView list={owed} none={t.nothingOwed} keyOf={keyOfOwed} columns={owedColumns} />
      {isMerchant && may('settlements.request') && askable.length > 0 && (
        <Ask key={place.merchant_id} owed={askable} onDone={() => setNotice(t.asked)} />
      )}
      <Title order={2} size="h4">
        {t.list}
      </Title>
      {list.rows.length > 0 && (
        <Group>
          <DownloadButton
            open={(wanted) =>
              request('GET /dashboard/api/settlements.csv', { at: place.merchant_id }, wanted)
            }
          />
        </Group>
      )}
      <ListView
        list={list}
        none={t.none}
        keyOf={({ id }) => id}
        columns={useSettlementColumns(isMerchant, setNotice)}
      />
    </Stack>
  );
}

const keyOfOwed = ({ merchant_id, currency }: Owed): string => merchant_id + currency;

/** The net amounts owed, or the negative balances. */
function useOwed(isRed: boolean) {
  const { place } = useHere();
  return useList(['settlements', 'owed', place.merchant_id, String(isRed)], async (cursor) => {
    const { owed, ...page } = await call('GET /dashboard/api/owed', {
      at: place.merchant_id,
      query: { cursor, in_the_red: isRed ? 'true' : undefined },
    });
    return { rows: owed, ...page };
  });
}

function useOwedColumns(isMerchant: boolean): Column<Owed>[] {
  const t = useTexts().settlements;
  const { money } = useFormats();
  return [
    {
      title: isMerchant ? t.currency : t.merchant,
      show: (owed) => (isMerchant ? owed.currency : owed.merchant_name),
    },
    { title: t.available, show: ({ available, currency }) => money(available, currency), isNumber: true },
    { title: t.settling, show: ({ settling, currency }) => money(settling, currency), isNumber: true },
    { title: t.net, show: ({ owed, currency }) => money(owed, currency), isNumber: true },
  ];
}

function useSettlementColumns(isMerchant: boolean, onDone: (notice: string) => void): Column<Settlement>[] {
  const t = useTexts().settlements;
  const { money, date } = useFormats();
  const { may } = useHere();
  return [
    {
      title: isMerchant ? t.requested : t.merchant,
      show: (each) =>
        isMerchant ? (
          <Link to="/settlements/$settlement" params={{ settlement: each.id }}>
            {date(each.requested_at)}
          </Link>
        ) : (
          `${each.merchant_name}, ${date(each.requested_at)}`
        ),
    },
    {
      title: t.status,
      show: ({ status }) => <SettlementBadge status={status} />,
    },
    { title: t.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
    { title: t.destination, show: ({ destination, requested_by }) => `${destination} (${requested_by})` },
    {
      title: t.how,
      show: (each) => {
        if (each.way) {
          return (
            <Stack gap="xs">
              <Text size="sm">{`${t.ways[each.way]}: ${each.reference} (${each.decided_by})`}</Text>
              {each.paid_amount && (
                <Text size="sm">
                  {t.paidAs(
                    `${each.paid_amount} ${each.paid_currency}`,
                    `${each.paid_rate} ${each.currency}`,
                  )}
                </Text>
              )}
              {each.note && <Text size="sm">{each.note}</Text>}
              {each.return_reason && (
                <Text size="sm">{`${t.statuses.returned}: ${each.return_reason} (${each.returned_by})`}</Text>
              )}
              {each.status === 'paid' && may('settlements.decide') && (
                <Return settlement={each} onDone={onDone} />
              )}
            </Stack>
          );
        }
        if (each.reason) return `${each.reason} (${each.decided_by})`;
        if (each.status === 'withdrawn') return each.decided_by;
        const waits = each.payable_from !== null && new Date(each.payable_from) > new Date();
        return (
          <Group gap="xs">
            {waits && <Text size="sm">{t.waits(date(each.payable_from ?? ''))}</Text>}
            {may('settlements.decide') && <Decide settlement={each} onDone={onDone} />}
            {isMerchant && may('settlements.request') && <Withdraw settlement={each} onDone={onDone} />}
          </Group>
        );
      },
    },
  ];
}

function Ask({ owed, onDone }: { owed: Owed[]; onDone(): void }) {
  const t = useTexts().settlements;
  const { language } = useLanguage();
  const { money } = useFormats();
  const { place } = useHere();
  // One idempotency key per request, so that a second click requests nothing twice.
  const [once, setOnce] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: { currency: owed[0]?.currency ?? '', amount: null as string | null, destination: '' },
    onValuesChange: () => setOnce(crypto.randomUUID()),
  });
  const { currency, amount, destination } = form.values;
  const available = owed.find((each) => each.currency === currency)?.available ?? '0';
  // Until something is typed, all that is available is proposed.
  const typed = amount ?? asTyped(available, language);
  async function send(): Promise<void> {
    const body = { currency, amount: readDecimal(typed), destination };
    await call('POST /dashboard/api/settlements', { at: place.merchant_id, once, body });
    form.setFieldValue('amount', null);
  }
  return (
    <Group>
      <Act label={t.ask} title={t.ask} form={form} send={send} changes={['settlements']} onDone={onDone}>
        {owed.length > 1 && (
          <NativeSelect
            label={t.currency}
            {...form.getInputProps('currency')}
            onChange={(event) => form.setValues({ currency: event.currentTarget.value, amount: null })}
            data={owed.map((each) => each.currency)}
          />
        )}
        <TextInput
          label={t.amountAtMost(money(available, currency))}
          inputMode="decimal"
          required
          pattern={amountPattern(available, language)}
          {...form.getInputProps('amount')}
          value={typed}
        />
        <TextInput
          label={t.destination}
          description={t.destinationHint}
          required
          maxLength={300}
          {...form.getInputProps('destination')}
        />
      </Act>
    </Group>
  );
}

function Withdraw({ settlement, onDone }: { settlement: Settlement; onDone(notice: string): void }) {
  const t = useTexts().settlements;
  const shared = { at: settlement.merchant_id, path: { settlement: settlement.id } };
  return (
    <Act
      label={t.withdraw}
      title={t.withdrawTitle}
      send={() => call('POST /dashboard/api/settlements/{settlement}/withdrawal', { ...shared, body: {} })}
      changes={['settlements']}
      onDone={() => onDone(t.withdrawn)}
    >
      <Text>{t.withdrawHint}</Text>
    </Act>
  );
}

function Return({ settlement, onDone }: { settlement: Settlement; onDone(notice: string): void }) {
  const t = useTexts().settlements;
  const form = useForm({ initialValues: { reason: '' } });
  const shared = { at: settlement.merchant_id, path: { settlement: settlement.id } };
  return (
    <Group>
      <Act
        label={t.back}
        title={t.backTitle}
        form={form}
        send={() =>
          call('POST /dashboard/api/settlements/{settlement}/return', { ...shared, body: form.values })
        }
        changes={['settlements']}
        onDone={() => onDone(t.wentBack)}
      >
        <Text>{t.backHint}</Text>
        <Textarea label={t.reason} required maxLength={300} {...form.getInputProps('reason')} />
      </Act>
    </Group>
  );
}

function Decide({ settlement, onDone }: { settlement: Settlement; onDone(notice: string): void }) {
  const t = useTexts().settlements;
  const { money } = useFormats();
  const { me } = useHere();
  const form = useForm({
    initialValues: {
      way: 'bank' as (typeof settlementWays)[number],
      reference: '',
      paid_amount: '',
      note: '',
    },
  });
  const refusal = useForm({ initialValues: { reason: '' } });
  if (settlement.requested_by === me.person.email) return <Text size="sm">{t.own}</Text>;
  const shared = { at: settlement.merchant_id, path: { settlement: settlement.id } };
  const amount = money(settlement.amount, settlement.currency);
  const { way, reference, paid_amount, note } = form.values;
  const payment = {
    way,
    reference,
    ...(way === 'usdt' && { paid_amount: readDecimal(paid_amount) }),
    ...(note.trim() !== '' && { note }),
  };
  return (
    <Group gap="xs">
      <Act
        label={t.pay}
        title={t.payTitle(amount, settlement.merchant_name)}
        form={form}
        send={() =>
          call('POST /dashboard/api/settlements/{settlement}/payment', { ...shared, body: payment })
        }
        changes={['settlements']}
        onDone={() => onDone(t.paid)}
      >
        <Text>{t.payHint}</Text>
        <Text className="wrap">{settlement.destination}</Text>
        <NativeSelect
          label={t.way}
          {...form.getInputProps('way')}
          data={settlementWays.map((value) => ({ value, label: t.ways[value] }))}
        />
        {way === 'usdt' && (
          <TextInput
            label={t.paidAmount}
            inputMode="decimal"
            required
            {...form.getInputProps('paid_amount')}
          />
        )}
        <TextInput label={t.reference} required maxLength={200} {...form.getInputProps('reference')} />
        <TextInput label={t.note} description={t.noteHint} maxLength={300} {...form.getInputProps('note')} />
      </Act>
      <Act
        label={t.refuse}
        title={t.refuseTitle}
        form={refusal}
        send={() =>
          call('POST /dashboard/api/settlements/{settlement}/refusal', { ...shared, body: refusal.values })
        }
        changes={['settlements']}
        onDone={() => onDone(t.refused)}
      >
        <Text>{t.refuseHint}</Text>
        <Textarea label={t.reason} required maxLength={300} {...refusal.getInputProps('reason')} />
      </Act>
    </Group>
  );
}
