import { Alert, Badge, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useOperatorTexts, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { RowsView } from '../parts/list.tsx';
import { PeriodPicker } from '../parts/period.tsx';
import { daysOf, type PeriodSearch, queryOf } from '../parts/period-search.ts';
import type { OperatorTexts } from '../texts/operator/en.ts';
import { alarmPages } from './alarm-pages.ts';
import { StrayTransfers } from './stray-transfers.tsx';

type Alarm = Answer<'GET /dashboard/api/alarms'>['alarms'][number];
type Operations = Answer<'GET /dashboard/api/operations'>;
type Revenue = Answer<'GET /dashboard/api/revenue'>;

/** The state of the installation: active alarms, payments received, queues and processes. */
export function StatusPage() {
  const t = useOperatorTexts();
  const operations = useQuery({
    queryKey: ['operations'],
    queryFn: () => call('GET /dashboard/api/operations', {}),
    refetchInterval: refreshMs,
  });
  return (
    <Stack maw={960}>
      <PageTitle>{t.status.title}</PageTitle>
      <Alarms />
      <StrayTransfers />
      <Money />
      <Fault error={operations.error} />
      {operations.isPending && <Loader aria-label="…" />}
      {operations.data && (
        <>
          <Queues queues={operations.data.queues} />
          <Processes processes={operations.data.processes} />
        </>
      )}
    </Stack>
  );
}

function Alarms() {
  const t = useOperatorTexts();
  const alarms = useQuery({
    queryKey: ['alarms'],
    queryFn: () => call('GET /dashboard/api/alarms', {}),
    refetchInterval: refreshMs,
  });
  const pauses = useQuery({
    queryKey: ['pauses'],
    queryFn: () => call('GET /dashboard/api/pauses', {}),
    refetchInterval: refreshMs,
  });
  const ringing = alarms.data?.alarms ?? [];
  const stopped = pauses.data?.pauses.length ?? 0;
  return (
    <>
      <Title order={2} size="h4">
        {t.status.ringing}
      </Title>
      <Fault error={alarms.error ?? pauses.error} />
      {alarms.isPending && <Loader aria-label="…" />}
      {stopped > 0 && (
        <Alert color="red" variant="light">
          {t.status.paused(stopped)} <Link to="/pauses">{t.status.lookAtPauses}</Link>
        </Alert>
      )}
      {alarms.data && ringing.length === 0 && <Notice>{t.status.quiet}</Notice>}
      {ringing.map((alarm) => (
        <Ringing key={`${alarm.code} ${alarm.about}`} alarm={alarm} />
      ))}
    </>
  );
}

function Ringing({ alarm }: { alarm: Alarm }) {
  const t = useOperatorTexts();
  const { date } = useFormats();
  const { title, advice } = t.alarms[alarm.code];
  const page = alarmPages[alarm.code];
  const facts = [alarm.amount, alarm.since && t.status.since(date(alarm.since))].filter(Boolean);
  return (
    <Paper withBorder p="md" radius="md" className={alarm.is_urgent ? 'alarm urgent' : 'alarm'}>
      <Group justify="space-between" align="start" wrap="nowrap">
        <Text fw={600} className="wrap">
          {alarm.about === null ? title : `${alarm.about}: ${title}`}
        </Text>
        <Badge color={alarm.is_urgent ? 'red' : 'orange'} variant="light" className="badge" flex="none">
          {alarm.is_urgent ? t.status.urgent : t.status.soon}
        </Badge>
      </Group>
      {facts.length > 0 && <Text size="sm">{facts.join(', ')}</Text>}
      <Text size="sm" mt={4}>
        {advice}
      </Text>
      {page !== null && (
        <Text size="sm" mt={4}>
          <Link to={page}>{t.status.look}</Link>
        </Text>
      )}
    </Paper>
  );
}

function Money() {
  const t = useOperatorTexts();
  const { date } = useFormats();
  const [period, setPeriod] = useState<PeriodSearch>({ days: 1 });
  const revenue = useQuery({
    queryKey: ['revenue', daysOf(period)],
    queryFn: () => call('GET /dashboard/api/revenue', { query: queryOf(period) }),
    // It sums over all merchants, so it is refreshed rarely.
    refetchInterval: () => 6 * refreshMs(),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Title order={2} size="h4">
        {t.status.money}
      </Title>
      <PeriodPicker period={period} onChange={setPeriod} />
      <Fault error={revenue.error} />
      {revenue.isPending && <Loader aria-label="…" />}
      {revenue.data && (
        <>
          <Text size="sm">{t.status.period(date(revenue.data.from), date(revenue.data.to))}</Text>
          {revenue.data.is_partial && <Text size="sm">{t.status.partial}</Text>}
          <Moved moved={revenue.data.moved} />
          <Title order={2} size="h4">
            {t.status.books}
          </Title>
          <Text size="sm">{t.status.booksHint}</Text>
          <Balances balances={revenue.data.balances} none={t.status.noBooks} />
        </>
      )}
    </>
  );
}

function Moved({ moved }: { moved: Revenue['moved'] }) {
  const t = useOperatorTexts();
  const b = useTexts().balance;
  const { amount, count } = useFormats();
  if (moved.length === 0) return <Text>{t.status.noMoney}</Text>;
  return (
    <RowsView
      rows={moved}
      keyOf={({ asset }) => asset}
      columns={[
        { title: t.status.asset, show: ({ asset }) => asset },
        { title: t.status.payments, show: ({ payments }) => count(payments) },
        { title: b.figures.given_back, show: ({ given_back, asset }) => amount(given_back, asset) },
        { title: b.figures.taken_back, show: ({ taken_back, asset }) => amount(taken_back, asset) },
        { title: b.figures.paid_out, show: ({ paid_out, asset }) => amount(paid_out, asset) },
        { title: t.status.fees, show: ({ fees, asset }) => amount(fees, asset) },
        { title: t.status.volume, show: ({ volume, asset }) => amount(volume, asset), isNumber: true },
      ]}
    />
  );
}

/** Accounts whose money others hold; their ledger balance is negative. */
const heldByOthers = /^(?:card_clearing|custody_|processor_costs|operator_bank)/;

export function Balances({ balances, none }: { balances: Revenue['balances']; none: string }) {
  const t = useOperatorTexts();
  const { amount } = useFormats();
  const shown = balances.filter(({ balance }) => Number(balance) !== 0);
  if (shown.length === 0) return <Text>{none}</Text>;
  const turned = (balance: string): string => (balance.startsWith('-') ? balance.slice(1) : `-${balance}`);
  return (
    <RowsView
      rows={shown}
      keyOf={({ account, asset }) => `${account} ${asset}`}
      columns={[
        { title: t.status.account, show: ({ account }) => accountText(account, t.accounts) },
        {
          title: t.status.balance,
          show: ({ account, balance, asset }) =>
            amount(heldByOthers.test(account) ? turned(balance) : balance, asset),
          isNumber: true,
        },
      ]}
    />
  );
}

function accountText(account: string, words: OperatorTexts['accounts']): string {
  const [, network, place] = /^custody_([A-Z0-9]+(?:_[A-Z0-9]+)*?)(?:_(hot|treasury))?$/.exec(account) ?? [];
  if (network) {
    const where =
      place === 'hot' ? words.custodyHot : place === 'treasury' ? words.custodyTreasury : words.custody;
    return `${where}: ${network}`;
  }
  const [, at, processor] = /^card_(clearing|suspense)_(.+)$/.exec(account) ?? [];
  if (processor) return `${at === 'clearing' ? words.card_clearing : words.card_suspense}: ${processor}`;
  return (words as Record<string, string>)[account] ?? account;
}

function Queues({ queues }: { queues: Operations['queues'] }) {
  const t = useOperatorTexts();
  const { count, duration } = useFormats();
  const waiting = (number: number, oldestSeconds = 0): string => {
    if (number === 0) return t.queues.none;
    return oldestSeconds > 0
      ? `${count(number)}, ${t.queues.oldest(duration(oldestSeconds))}`
      : count(number);
  };
  const payouts = queues.payouts_waiting.map(
    (each) => `${each.network}: ${count(each.count)} (${t.waits[each.reason] ?? each.reason})`,
  );
  return (
    <>
      <Title order={2} size="h4">
        {t.status.queues}
      </Title>
      <Facts
        of={[
          [t.queues.deliveries, waiting(queues.deliveries_due, queues.oldest_due_seconds)],
          [t.queues.mails, waiting(queues.mails_waiting)],
          [t.queues.payouts, payouts.join(', ') || t.queues.none],
          [t.queues.review, waiting(queues.payouts_in_review)],
          [t.queues.orders, waiting(queues.orders_waiting)],
          [
            t.queues.cases,
            queues.card_cases_open === 0 ? (
              t.queues.none
            ) : (
              <Link key="cases" to="/card-cases">
                {count(queues.card_cases_open)}
              </Link>
            ),
          ],
          [
            t.queues.unresolved,
            queues.oldest_unresolved_seconds > 0
              ? t.queues.oldest(duration(queues.oldest_unresolved_seconds))
              : t.queues.none,
          ],
        ]}
      />
    </>
  );
}

function Processes({ processes }: { processes: Operations['processes'] }) {
  const t = useOperatorTexts();
  const { date } = useFormats();
  return (
    <>
      <Title order={2} size="h4">
        {t.status.processes}
      </Title>
      {processes.length === 0 ? (
        <Text>{t.status.noProcesses}</Text>
      ) : (
        <RowsView
          rows={processes}
          keyOf={({ id }) => id}
          columns={[
            { title: t.status.machine, show: ({ host, pid }) => `${host} (${pid})` },
            {
              title: t.status.does,
              show: ({ roles }) => roles.map((role) => t.processRoles[role] ?? role).join(', '),
            },
            { title: t.status.started, show: ({ started_at }) => date(started_at) },
          ]}
        />
      )}
    </>
  );
}
