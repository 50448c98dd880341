import { Button, Group, Loader, SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { languageName, useLanguage, useOperatorTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { asTyped, percentPattern, readDecimal, readPercent, typedPercent } from '../parts/amounts.ts';
import { Act, Facts, Fault, Notice, PageTitle, submitting } from '../parts/basics.tsx';
import { refreshMs } from '../parts/list.tsx';
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
    card: percent(merchant.card_fee_basis_points),
    crypto: percent(merchant.crypto_fee_basis_points),
    payout: percent(merchant.payout_fee_basis_points),
    isPaying: merchant.payouts_enabled,
    single: asTyped(merchant.payout_single_limit ?? '', language),
    daily: asTyped(merchant.payout_daily_limit ?? '', language),
    monthly: asTyped(merchant.payout_monthly_limit ?? '', language),
    autoApprove: asTyped(merchant.payout_auto_approve_up_to, language),
    requests: merchant.requests_per_ten_seconds?.toString() ?? '',
    statement: merchant.statement_descriptor ?? '',
  };
}

function FeesAndLimits({ merchant, onDone }: { merchant: Merchant; onDone(words: string): void }) {
  const t = useOperatorTexts();
  const { common, language } = useLanguage();
  const { may } = useHere();
  const isReadOnly = !may('merchants.manage');
  const [typed, setTyped] = useState(() => typedSettings(merchant, language));
  const limit = (text: string): string | null => (text.trim() === '' ? null : readDecimal(text));
  const save = useMutation({
    mutationFn: () =>
      call('PUT /dashboard/api/merchants/{merchant}', {
        path: { merchant: merchant.id },
        body: {
          card_fee_basis_points: readPercent(typed.card),
          crypto_fee_basis_points: readPercent(typed.crypto),
          payout_fee_basis_points: readPercent(typed.payout),
          payouts_enabled: typed.isPaying,
          payout_single_limit: limit(typed.single),
          payout_daily_limit: limit(typed.daily),
          payout_monthly_limit: limit(typed.monthly),
          payout_auto_approve_up_to: readDecimal(typed.autoApprove),
          requests_per_ten_seconds: typed.requests.trim() === '' ? null : Number(typed.requests),
          statement_descriptor: typed.statement.trim() || null,
        },
      }),
    onSuccess: () => onDone(t.merchants.saved),
  });
  const field = (
    name: Exclude<keyof typeof typed, 'isPaying'>,
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
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
    />
  );
  const percent = { description: t.merchants.percentHint, pattern: percentPattern, isRequired: true };
  const amount = { description: t.merchants.noLimit, pattern: String.raw`\d{1,12}([.,]\d{1,2})?` };
  return (
    <section aria-label={t.merchants.feesTitle}>
      <form onSubmit={submitting(() => save.mutate())}>
        <Stack>
          <Title order={2} size="h4">
            {t.merchants.feesTitle}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {field('card', t.merchants.cardFee, percent)}
            {field('crypto', t.merchants.cryptoFee, percent)}
            {field('payout', t.merchants.payoutFee, percent)}
            {field('single', t.merchants.single, amount)}
            {field('daily', t.merchants.daily, amount)}
            {field('monthly', t.merchants.monthly, amount)}
            {field('autoApprove', t.merchants.autoApprove, {
              ...amount,
              description: t.merchants.autoApproveHint,
              isRequired: true,
            })}
            {field('requests', t.merchants.requests, {
              description: t.merchants.requestsHint,
              pattern: String.raw`\d{1,7}`,
            })}
            {field('statement', t.merchants.statement, {
              description: t.merchants.statementHint,
              pattern: String.raw`[^<>\\'"*]*[A-Za-z][^<>\\'"*]*`,
              isText: true,
            })}
          </SimpleGrid>
          <Switch
            label={t.merchants.payouts}
            description={merchant.payouts_enabled ? undefined : t.merchants.payoutsOffHint}
            checked={typed.isPaying}
            disabled={isReadOnly}
            onChange={(event) => setTyped({ ...typed, isPaying: event.currentTarget.checked })}
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
