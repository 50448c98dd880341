import {
  Button,
  Group,
  Loader,
  NativeSelect,
  Paper,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';

type Limits = Answer<'GET /dashboard/api/payout-limits'>;
type Addresses = Answer<'GET /dashboard/api/payout-addresses'>;

export function PayoutRulesPage() {
  const t = useTexts().payouts;
  const { place, may } = useHere();
  const at = place.merchant_id ?? '';
  const [notice, setNotice] = useState<string | null>(null);
  const limits = useQuery({
    queryKey: ['payout-limits', at],
    queryFn: () => call('GET /dashboard/api/payout-limits', { at }),
    refetchInterval: refreshMs,
  });
  const addresses = useQuery({
    queryKey: ['payout-addresses', at],
    queryFn: () => call('GET /dashboard/api/payout-addresses', { at }),
    refetchInterval: refreshMs,
  });
  return (
    <Stack maw={760}>
      <Link to="/payouts">← {t.detail.back}</Link>
      <PageTitle>{t.rules.title}</PageTitle>
      <Notice>{notice}</Notice>
      <Fault error={limits.error ?? addresses.error} />
      <Title order={2} size="h4">
        {t.rules.limits}
      </Title>
      {limits.isPending && <Loader aria-label="…" />}
      {limits.data && <LimitFacts limits={limits.data} />}
      {limits.data &&
        (may('payouts.limits') ? (
          <SetLimits limits={limits.data} onDone={() => setNotice(t.rules.saved)} />
        ) : (
          <Text size="sm">{t.rules.whoSets}</Text>
        ))}
      <Title order={2} size="h4">
        {t.rules.addresses}
      </Title>
      <Text>
        {t.rules.allowHint} {t.rules.waitHint}
      </Text>
      {addresses.data && <Listed addresses={addresses.data.addresses} onDone={setNotice} />}
      {addresses.data && may('payouts.addresses') && (
        <AddAddress networks={addresses.data.networks} onDone={() => setNotice(t.rules.added)} />
      )}
    </Stack>
  );
}

function LimitFacts({ limits }: { limits: Limits }) {
  const t = useTexts().payouts;
  const { money } = useFormats();
  const written = (limit: string | null, used?: string): string => {
    const most = limit === null ? t.rules.noLimit : money(limit, 'USD');
    return used === undefined ? most : `${most}, ${t.rules.used(money(used, 'USD'))}`;
  };
  if (!limits.enabled) return <Text>{t.rules.off}</Text>;
  return (
    <>
      <Facts
        of={[
          [t.rules.single, written(limits.single)],
          [t.rules.daily, written(limits.daily, limits.used_today)],
          [t.rules.monthly, written(limits.monthly, limits.used_this_month)],
          [t.rules.auto, money(limits.auto_approve_up_to, 'USD')],
          [t.rules.fee, `${limits.fee_basis_points / 100} %`],
        ]}
      />
      <Text size="sm">{t.rules.two}</Text>
    </>
  );
}

function SetLimits({ limits, onDone }: { limits: Limits; onDone(): void }) {
  const t = useTexts().payouts;
  const { place } = useHere();
  const first = {
    enabled: limits.enabled,
    single: limits.single ?? '',
    daily: limits.daily ?? '',
    monthly: limits.monthly ?? '',
    auto_approve_up_to: limits.auto_approve_up_to,
  };
  const form = useForm({ initialValues: first });
  async function send(): Promise<void> {
    const { enabled, auto_approve_up_to, ...most } = form.values;
    const [single, daily, monthly] = [most.single, most.daily, most.monthly].map(
      (each) => each.trim() || null,
    );
    const body = {
      enabled,
      single: single ?? null,
      daily: daily ?? null,
      monthly: monthly ?? null,
      auto_approve_up_to,
    };
    await call('PUT /dashboard/api/payout-limits', { at: place.merchant_id ?? '', body });
  }
  const field = (name: 'single' | 'daily' | 'monthly' | 'auto_approve_up_to', label: string) => (
    <TextInput label={`${label} (USD)`} inputMode="decimal" {...form.getInputProps(name)} />
  );
  return (
    <Group>
      <Act
        label={t.rules.set}
        title={t.rules.set}
        form={form}
        send={send}
        changes={['payout-limits']}
        onDone={onDone}
      >
        <Switch label={t.rules.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        {field('single', t.rules.single)}
        {field('daily', t.rules.daily)}
        {field('monthly', t.rules.monthly)}
        <Text size="sm">{t.rules.emptyHint}</Text>
        {field('auto_approve_up_to', t.rules.auto)}
      </Act>
    </Group>
  );
}

function Listed({ addresses, onDone }: { addresses: Addresses['addresses']; onDone(notice: string): void }) {
  const t = useTexts().payouts;
  const { date } = useFormats();
  const { may } = useHere();
  if (addresses.length === 0) return <Text>{t.rules.none}</Text>;
  return (
    <Stack gap="xs">
      {addresses.map((each) => (
        <Paper
          key={`${each.list} ${each.network} ${each.address} ${each.for_all}`}
          withBorder
          p="sm"
          radius="md"
        >
          <Group justify="space-between" align="start">
            <div>
              <Text fw={600}>
                {t.rules.lists[each.list]}, {each.network}
              </Text>
              <Text className="wrap">{each.address}</Text>
              <Text size="sm" className="wrap">
                {each.for_all ? `${each.note} (${t.rules.forAll})` : each.note}
              </Text>
              {each.good_from && new Date(each.good_from) > new Date() && (
                <Text size="sm" fw={600}>
                  {t.rules.goodFrom(date(each.good_from))}
                </Text>
              )}
              {each.ends_at && (
                <Text size="sm" fw={600}>
                  {t.rules.endsAt(date(each.ends_at))}
                </Text>
              )}
            </div>
            {may('payouts.addresses') && !each.for_all && (
              <Remove of={each} onDone={() => onDone(t.rules.removed)} />
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function Remove({
  of: { network, address },
  onDone,
}: {
  of: Addresses['addresses'][number];
  onDone(): void;
}) {
  const t = useTexts().payouts;
  const { place } = useHere();
  const form = useForm({ initialValues: { note: '' } });
  return (
    <Act
      label={t.rules.remove}
      title={t.rules.removeTitle}
      form={form}
      send={() =>
        call('POST /dashboard/api/payout-addresses/removal', {
          at: place.merchant_id ?? '',
          body: { network, address, note: form.values.note },
        })
      }
      changes={['payout-addresses']}
      onDone={onDone}
    >
      <Text className="wrap">{address}</Text>
      <TextInput label={t.rules.note} required maxLength={500} {...form.getInputProps('note')} />
    </Act>
  );
}

function AddAddress({ networks, onDone }: { networks: Addresses['networks']; onDone(): void }) {
  const t = useTexts().payouts;
  const { place } = useHere();
  const queries = useQueryClient();
  const empty = { network: networks[0]?.id ?? '', address: '', note: '', list: 'block' as 'allow' | 'block' };
  const form = useForm({ initialValues: empty });
  const add = useSending(
    form,
    (body) => call('POST /dashboard/api/payout-addresses', { at: place.merchant_id ?? '', body }),
    async () => {
      await queries.invalidateQueries({ queryKey: ['payout-addresses'] });
      form.reset();
      onDone();
    },
  );
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={add.submit}>
        <Stack>
          <Group align="start" grow>
            <NativeSelect
              label={t.rules.list}
              {...form.getInputProps('list')}
              data={(['block', 'allow'] as const).map((value) => ({
                value,
                label: t.rules.lists[value] ?? value,
              }))}
            />
            <NativeSelect
              label={t.rules.network}
              {...form.getInputProps('network')}
              data={networks.map(({ id, title }) => ({ value: id, label: title }))}
            />
          </Group>
          <TextInput label={t.rules.address} required maxLength={200} {...form.getInputProps('address')} />
          <TextInput label={t.rules.note} required maxLength={500} {...form.getInputProps('note')} />
          <Fault error={add.error} />
          <Group>
            <Button type="submit" loading={add.isPending}>
              {t.rules.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
