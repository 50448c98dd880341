import { Alert, Anchor, Group, Loader, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Bars } from '../parts/bars.tsx';
import { Fault, PageTitle } from '../parts/basics.tsx';
import { PeriodPicker } from '../parts/period.tsx';
import { daysOf, defaultDays, type PeriodSearch, queryOf } from '../parts/period-search.ts';

const route = getRouteApi('/shell/overview');

type Overview = Answer<'GET /dashboard/api/overview'>;
type Asset = Overview['assets'][number];
const measures = ['received', 'given_back', 'taken_back', 'paid_out', 'fees'] as const;

export function OverviewPage() {
  const t = useTexts().balance;
  const { place } = useHere();
  const period = route.useSearch();
  const navigate = route.useNavigate();
  const overview = useQuery({
    queryKey: ['overview', place.merchant_id, daysOf(period)],
    queryFn: () => call('GET /dashboard/api/overview', { at: place.merchant_id, query: queryOf(period) }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <PageTitle>{t.overview.title}</PageTitle>
      <PeriodPicker period={period} onChange={(search) => navigate({ to: '/overview', search })} />
      <Fault error={overview.error} />
      {overview.isPending && <Loader aria-label="…" />}
      {overview.data && <Figures overview={overview.data} period={period} />}
    </Stack>
  );
}

function Figures({ overview, period }: { overview: Overview; period: PeriodSearch }) {
  const t = useTexts().balance;
  const { tries } = overview;
  const isEmpty = overview.assets.length === 0 && tries.approved + tries.refused === 0;
  return (
    <>
      <DisputesToAnswer disputes={overview.disputes} />
      {isEmpty && <Text>{t.overview.nothing}</Text>}
      {mostPaidFirst(overview.assets).map((asset) => (
        <AssetPart key={asset.asset} asset={asset} overview={overview} period={period} />
      ))}
      <Tries overview={overview} period={period} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Messages overview={overview} period={period} />
        {overview.balances && <Balances balances={overview.balances} />}
      </SimpleGrid>
    </>
  );
}

/** The merchant's own currency first. */
function mostPaidFirst(assets: readonly Asset[]): Asset[] {
  return [...assets].sort((a, b) => b.received.count - a.received.count);
}

function AssetPart({ asset, overview, period }: { asset: Asset; overview: Overview; period: PeriodSearch }) {
  const t = useTexts().balance;
  const { may } = useHere();
  const { amount: write, count, day } = useFormats();
  const shown = measures.filter((measure) => {
    const { amount, before } = asset[measure];
    return measure === 'received' || Number(amount) !== 0 || Number(before) !== 0;
  });
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h3">
        {asset.asset}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {shown.map((measure) => {
          const figure = asset[measure];
          const value = write(figure.amount, asset.asset);
          return (
            <Figure
              key={measure}
              title={t.figures[measure]}
              value={
                may('balances.read') ? (
                  <Link
                    to="/movements"
                    search={{ of: measure, asset: asset.asset, ...daysOf(period) }}
                    className="figure-link numbers"
                  >
                    {value}
                  </Link>
                ) : (
                  <span className="figure-link numbers">{value}</span>
                )
              }
              notes={[
                'count' in figure
                  ? (measure === 'received' ? t.overview.payments : t.overview.times)(count(figure.count))
                  : null,
                t.overview.before(write(figure.before, asset.asset)),
              ]}
            />
          );
        })}
      </SimpleGrid>
      <Bars
        title={t.overview.byDay(asset.asset)}
        heads={[t.overview.day, t.figures.received]}
        write={(value) => write(String(value), asset.asset)}
        bars={overview.days.map(({ day: date, received }) => {
          const amount = received.find((each) => each.asset === asset.asset)?.amount ?? '0';
          return { label: day(date), values: [Number(amount)], shown: [write(amount, asset.asset)] };
        })}
        asTable={t.overview.asTable}
      />
    </Stack>
  );
}

function Tries({ overview: { tries, days }, period }: { overview: Overview; period: PeriodSearch }) {
  const t = useTexts().balance;
  const { outcomes } = useTexts().payments;
  const { count, day, share: shareText } = useFormats();
  const share = (approved: number, refused: number): string =>
    approved + refused === 0 ? '–' : shareText(approved / (approved + refused), 1);
  const all = tries.approved + tries.refused;
  if (all + tries.approved_before + tries.refused_before === 0) return null;
  return (
    <Stack gap="sm" component="section">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Figure
          title={t.overview.approval}
          value={
            <Link to="/payments" search={daysOf(period)} className="figure-link numbers">
              {all === 0 ? t.overview.noAttempts : share(tries.approved, tries.refused)}
            </Link>
          }
          notes={[
            t.overview.approvalOf(count(tries.approved), count(all)),
            t.overview.before(share(tries.approved_before, tries.refused_before)),
          ]}
        />
        {tries.refusals.length > 0 && (
          <Paper withBorder p="md" radius="md">
            <Title order={2} size="h5" mb="xs">
              {t.overview.refusals}
            </Title>
            <Stack gap={4}>
              {tries.refusals.map(({ reason, count: times }) => (
                <Group key={reason} justify="space-between" wrap="nowrap">
                  <Link to="/payments" search={{ refusal: reason, ...daysOf(period) }} className="wrap">
                    {outcomes[reason] ?? reason}
                  </Link>
                  <span className="numbers">{count(times)}</span>
                </Group>
              ))}
            </Stack>
          </Paper>
        )}
      </SimpleGrid>
      <Bars
        title={t.overview.attemptsByDay}
        heads={[t.overview.day, t.overview.worked, t.overview.refused]}
        bars={days.map(({ day: date, approved, refused }) => ({
          label: day(date),
          values: [approved, refused],
          shown: [count(approved), count(refused)],
        }))}
        asTable={t.overview.asTable}
      />
    </Stack>
  );
}

function DisputesToAnswer({ disputes }: Pick<Overview, 'disputes'>) {
  const t = useTexts().balance;
  const { count, date } = useFormats();
  if (disputes.to_answer === 0) return null;
  return (
    <Alert color="yellow" variant="light" role="status">
      <Link to="/disputes">
        <Text fw={600}>{t.overview.disputes(count(disputes.to_answer))}</Text>
      </Link>
      {disputes.next_due_at && <Text>{t.overview.answerUntil(date(disputes.next_due_at))}</Text>}
    </Alert>
  );
}

function Messages({ overview: { messages }, period }: { overview: Overview; period: PeriodSearch }) {
  const t = useTexts().balance;
  const { count } = useFormats();
  const { may } = useHere();
  // The message list has no filter for custom periods: link to the newest.
  const days = period.from ? undefined : (period.days ?? defaultDays);
  const { told: sent, undeliverable } = messages;
  return (
    <Figure
      title={t.overview.messages}
      value={
        may('developers.read') ? (
          <Link to="/developers/messages" search={{ days }} className="figure-link numbers">
            {count(sent)}
          </Link>
        ) : (
          <span className="figure-link numbers">{count(sent)}</span>
        )
      }
      notes={[undeliverable > 0 ? t.overview.undelivered(count(undeliverable)) : t.overview.allDelivered]}
    />
  );
}

function Balances({ balances }: { balances: NonNullable<Overview['balances']> }) {
  const t = useTexts().balance;
  const { amount: write } = useFormats();
  return (
    <Paper withBorder p="md" radius="md">
      <Title order={2} size="h5" mb="xs">
        {t.overview.balances}
      </Title>
      <Stack gap={4}>
        {balances.map(({ book, asset, balance }) => (
          <Group key={`${book} ${asset}`} justify="space-between" wrap="nowrap">
            <Anchor component={Link} to="/balances" className="wrap" underline="always">
              {t.books[book]}
            </Anchor>
            <span className="numbers">{write(balance, asset)}</span>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function Figure({
  title,
  value,
  notes,
}: {
  title: string;
  value: ReactNode;
  notes: readonly (string | null)[];
}) {
  return (
    <Paper withBorder p="md" radius="md">
      <Title order={3} size="h5">
        {title}
      </Title>
      {value}
      {notes.map((note) =>
        note === null ? null : (
          <Text key={note} size="sm">
            {note}
          </Text>
        ),
      )}
    </Paper>
  );
}
