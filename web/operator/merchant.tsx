import { Button, Group, Loader, SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { languageName, useLanguage, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { asTyped, percentPattern, readDecimal, readPercent, typedPercent } from '../parts/amounts.ts';
import { Act, Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { OpenBadge } from './merchants.tsx';
import { RoutingRulesEditor } from './routing-rules-editor.tsx';
import { Balances } from './status.tsx';

const route = getRouteApi('/shell/merchants/$merchant');
type Merchant = Answer<'GET /dashboard/api/merchants/{merchant}'>;

/** A merchant as the operator sees it. */
export function MerchantPage() {
  const t = useOperatorTexts();
  const { may } = useHere();
  const { merchant: id } = route.useParams();
  const [notice, setNotice] = useState<string | null>(null);
  const queries = useQueryClient();
  const merchant = useQuery({
    queryKey: ['merchants', 'one', id],
    queryFn: () => call('GET /dashboard/api/merchants/{merchant}', { path: { merchant: id } }),
    refetchInterval: refreshMs,
  });
  const done = async (words: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['merchants'] });
    setNotice(words);
  };
  const { data } = merchant;
  return (
    <Stack maw={860}>
      <Link to="/merchants">{t.merchants.all}</Link>
      <Group justify="space-between" align="start">
        <PageTitle>{data?.name ?? t.merchants.title}</PageTitle>
        {data && may('merchants.manage') && <OpenOrClose merchant={data} onDone={done} />}
      </Group>
      <Fault error={merchant.error} />
      <Notice>{notice}</Notice>
      {merchant.isPending && <Loader aria-label="…" />}
      {data && (
        <>
          <Facts
            of={[
              [t.merchants.state, <OpenBadge key="state" isOpen={data.enabled} />],
              [
                t.merchants.email,
                data.contact_refused
                  ? t.merchants.refusesMail(data.contact_email, data.contact_refused.answer)
                  : data.contact_email,
              ],
              [t.merchants.language, languageName(data.language)],
              [t.merchants.id, data.id],
            ]}
          />
          <FeesAndLimits key={`fees ${data.id}`} merchant={data} onDone={done} />
          <RoutingRulesEditor
            key={`rules ${data.id}`}
            rules={data.rules}
            hint={t.rules.ownHint}
            canChange={may('merchants.manage')}
            save={(rules) =>
              call('PUT /dashboard/api/merchants/{merchant}/card-routes', {
                path: { merchant: id },
                body: { rules },
              })
            }
            onDone={done}
          />
          <Title order={2} size="h4">
            {t.merchants.balances}
          </Title>
          <Balances balances={data.balances} none={t.merchants.noBalances} />
        </>
      )}
    </Stack>
  );
}

function OpenOrClose({ merchant, onDone }: { merchant: Merchant; onDone(words: string): void }) {
  const t = useOperatorTexts();
  const { id, name, enabled } = merchant;
  const [label, title, hint, notice] = enabled
    ? [t.merchants.close, t.merchants.closeTitle(name), t.merchants.closeHint, t.merchants.closed]
    : [t.merchants.open, t.merchants.openTitle(name), t.merchants.openHint, t.merchants.opened];
  return (
    <Act
      key={String(enabled)}
      label={label}
      title={title}
      send={() =>
        call('PUT /dashboard/api/merchants/{merchant}/state', {
          path: { merchant: id },
          body: { enabled: !enabled },
        })
      }
      changes={['merchants']}
      onDone={() => onDone(notice)}
    >
      <Text>{hint}</Text>
    </Act>
  );
}

function typedSettings(merchant: Merchant, language: string) {
  const percent = (points: number): string => typedPercent(points, language);
  return {
    card_fee_basis_points: percent(merchant.card_fee_basis_points),
    crypto_fee_basis_points: percent(merchant.crypto_fee_basis_points),
    payout_fee_basis_points: percent(merchant.payout_fee_basis_points),
    payouts_enabled: merchant.payouts_enabled,
    payout_single_limit: asTyped(merchant.payout_single_limit ?? '', language),
    payout_daily_limit: asTyped(merchant.payout_daily_limit ?? '', language),
    payout_monthly_limit: asTyped(merchant.payout_monthly_limit ?? '', language),
    payout_auto_approve_up_to: asTyped(merchant.payout_auto_approve_up_to, language),
    requests_per_ten_seconds: merchant.requests_per_ten_seconds?.toString() ?? '',
    statement_descriptor: merchant.statement_descriptor ?? '',
  };
}

function FeesAndLimits({ merchant, onDone }: { merchant: Merchant; onDone(words: string): void }) {
  const t = useOperatorTexts();
  const { common, language } = useLanguage();
  const { may } = useHere();
  const isReadOnly = !may('merchants.manage');
  const form = useForm({ initialValues: typedSettings(merchant, language) });
  const limit = (text: string): string | null => (text.trim() === '' ? null : readDecimal(text));
  const save = useSending(
    form,
    (typed) =>
      call('PUT /dashboard/api/merchants/{merchant}', {
        path: { merchant: merchant.id },
        body: {
          card_fee_basis_points: readPercent(typed.card_fee_basis_points),
          crypto_fee_basis_points: readPercent(typed.crypto_fee_basis_points),
          payout_fee_basis_points: readPercent(typed.payout_fee_basis_points),
          payouts_enabled: typed.payouts_enabled,
          payout_single_limit: limit(typed.payout_single_limit),
          payout_daily_limit: limit(typed.payout_daily_limit),
          payout_monthly_limit: limit(typed.payout_monthly_limit),
          payout_auto_approve_up_to: readDecimal(typed.payout_auto_approve_up_to),
          requests_per_ten_seconds:
            typed.requests_per_ten_seconds.trim() === '' ? null : Number(typed.requests_per_ten_seconds),
          statement_descriptor: typed.statement_descriptor.trim() || null,
        },
      }),
    () => onDone(t.merchants.saved),
  );
  const field = (
    name: Exclude<keyof ReturnType<typeof typedSettings>, 'payouts_enabled'>,
    label: string,
    {
      description,
      pattern,
      isRequired = false,
      isText = false,
    }: { description?: string; pattern: string; isRequired?: boolean; isText?: boolean },
  ) => (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description']}
      inputMode={isText ? 'text' : 'decimal'}
      pattern={pattern}
      required={isRequired}
      readOnly={isReadOnly}
      maxLength={isText ? 22 : 20}
      {...form.getInputProps(name)}
    />
  );
  const percent = { description: t.merchants.percentHint, pattern: percentPattern, isRequired: true };
  const amount = { description: t.merchants.noLimit, pattern: String.raw`\d{1,12}([.,]\d{1,2})?` };
  return (
    <section aria-label={t.merchants.feesTitle}>
      <form onSubmit={save.submit}>
        <Stack>
          <Title order={2} size="h4">
            {t.merchants.feesTitle}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {field('card_fee_basis_points', t.merchants.cardFee, percent)}
            {field('crypto_fee_basis_points', t.merchants.cryptoFee, percent)}
            {field('payout_fee_basis_points', t.merchants.payoutFee, percent)}
            {field('payout_single_limit', t.merchants.single, amount)}
            {field('payout_daily_limit', t.merchants.daily, amount)}
            {field('payout_monthly_limit', t.merchants.monthly, amount)}
            {field('payout_auto_approve_up_to', t.merchants.autoApprove, {
              ...amount,
              description: t.merchants.autoApproveHint,
              isRequired: true,
            })}
            {field('requests_per_ten_seconds', t.merchants.requests, {
              description: t.merchants.requestsHint,
              pattern: String.raw`\d{1,7}`,
            })}
            {field('statement_descriptor', t.merchants.statement, {
              description: t.merchants.statementHint,
              pattern: String.raw`[^<>\\'"*]*[A-Za-z][^<>\\'"*]*`,
              isText: true,
            })}
          </SimpleGrid>
          <Switch
            label={t.merchants.payouts}
            description={merchant.payouts_enabled ? undefined : t.merchants.payoutsOffHint}
            disabled={isReadOnly}
            {...form.getInputProps('payouts_enabled', { type: 'checkbox' })}
          />
          <Fault error={save.error} />
          {!isReadOnly && (
            <Group>
              <Button type="submit" loading={save.isPending}>
                {common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </section>
  );
}
