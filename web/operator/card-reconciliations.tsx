import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { Fault } from '../parts/basics.tsx';
import { ListView, RowsView, useList } from '../parts/list.tsx';

type Reconciliations = Answer<'GET /dashboard/api/card-reconciliations'>;

/** The processor's name, with the merchant's name if the account is the merchant's own. */
function accountText({
  processor,
  merchant_name: name,
}: {
  processor: string;
  merchant_name: string | null;
}) {
  return name === null ? processor : `${processor} (${name})`;
}

/** The results of the daily reconciliations, and the processors' balances. */
export function CardReconciliations() {
  const t = useOperatorTexts().cardReconciliation;
  const read = useQuery({
    queryKey: ['card-reconciliations'],
    queryFn: () => call('GET /dashboard/api/card-reconciliations', {}),
    // The data changes once a day.
    refetchInterval: () => 12 * refreshMs(),
  });
  return (
    <>
      <Fault error={read.error} />
      {read.data && (
        <>
          <Balances balances={read.data.balances} />
          <Title order={2} size="h4">
            {t.runs}
          </Title>
          {read.data.runs.length === 0 ? <Text>{t.noRuns}</Text> : <Runs runs={read.data.runs} />}
        </>
      )}
    </>
  );
}

function Balances({ balances }: Pick<Reconciliations, 'balances'>) {
  const t = useOperatorTexts().cardReconciliation;
  const { money, date } = useFormats();
  return (
    <>
      <Title order={2} size="h4">
        {t.balances}
      </Title>
      <Text size="sm">{balances.length === 0 ? t.noBalances : t.balancesHint}</Text>
      {balances.length > 0 && (
        <RowsView
          rows={balances}
          keyOf={(each) => `${accountText(each)} ${each.currency}`}
          columns={[
            { title: t.processor, show: (each) => accountText(each) },
            { title: t.readAt, show: ({ read_at }) => date(read_at) },
            { title: t.ours, show: ({ ours, currency }) => money(ours, currency) },
            {
              title: t.difference,
              show: ({ difference, differs_since, currency }) =>
                differs_since ? (
                  <Text span inherit fw={600} c="red">
                    {money(difference, currency)}
                  </Text>
                ) : (
                  t.agrees
                ),
            },
            { title: t.theirs, show: ({ theirs, currency }) => money(theirs, currency), isNumber: true },
          ]}
        />
      )}
    </>
  );
}

function Runs({ runs }: Pick<Reconciliations, 'runs'>) {
  const t = useOperatorTexts().cardReconciliation;
  const { date, day, count } = useFormats();
  const lastDay = (to: string): string => new Date(Date.parse(to) - 1).toISOString().slice(0, 10);
  const resultOf = ({ failure, found, cases_opened }: Reconciliations['runs'][number]): string => {
    if (failure !== null) return `${t.failed}: ${failure}`;
    return found + cases_opened === 0
      ? t.ok
      : `${t.found}: ${count(found)}. ${t.opened}: ${count(cases_opened)}.`;
  };
  return (
    <RowsView
      rows={runs}
      keyOf={(run) => `${accountText(run)} ${run.ran_at}`}
      columns={[
        { title: t.processor, show: (each) => accountText(each) },
        {
          title: t.period,
          show: ({ from, to }) => [...new Set([day(from.slice(0, 10)), day(lastDay(to))])].join(' – '),
        },
        { title: t.result, show: resultOf },
        { title: t.ranAt, show: ({ ran_at }) => date(ran_at) },
        { title: t.movements, show: ({ lines }) => count(lines) },
        { title: t.entries, show: ({ entries }) => count(entries) },
      ]}
    />
  );
}

/** The processors' payouts to the bank. */
export function CardPayouts() {
  const t = useOperatorTexts().cardReconciliation;
  const { money, date, count } = useFormats();
  const list = useList(['card-payouts'], async (cursor) => {
    const { payouts, ...page } = await call('GET /dashboard/api/card-payouts', { query: { cursor } });
    return { rows: payouts, ...page };
  });
  return (
    <>
      <Title order={2} size="h4">
        {t.payouts}
      </Title>
      <ListView
        list={list}
        none={t.noPayouts}
        keyOf={({ id }) => id}
        link={({ id }, content, className) => (
          <Link to="/card-payouts/$payout" params={{ payout: id }} className={className}>
            {content}
          </Link>
        )}
        columns={[
          { title: t.payout, show: (each) => `${accountText(each)}, ${date(each.at)}` },
          { title: t.arrives, show: ({ arrives_at }) => arrives_at && date(arrives_at) },
          {
            title: t.inside,
            show: ({ lines, is_listed }) =>
              lines === null ? (is_listed ? t.notRead : t.contentUnknownShort) : count(lines),
          },
          {
            title: t.sum,
            show: ({ lines_sum, amount, currency }) =>
              lines_sum === null || lines_sum === amount ? (
                lines_sum && money(lines_sum, currency)
              ) : (
                <Text span inherit fw={600} c="red">
                  {`${money(lines_sum, currency)} (${t.sumDiffers})`}
                </Text>
              ),
          },
          { title: t.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
        ]}
      />
    </>
  );
}
