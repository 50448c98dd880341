import { Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Bars } from '../parts/bars.tsx';
import { Fault, PageTitle } from '../parts/basics.tsx';
import { Chips } from '../parts/chips.tsx';
import { NewestPayments } from './newest-payments.tsx';
import { ToDoList } from './to-do-list.tsx';

type Home = Answer<'GET /dashboard/api/home'>;
type Asset = Home['assets'][number];

/** Is everything right, what came in, what must I do: for somebody with a phone and a minute. */
export function HomePage() {
  const t = useTexts().home;
  const { place } = useHere();
  const { locale } = useFormats();
  const dayOf = (day: string): string =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const home = useQuery({
    queryKey: ['home', place.merchant_id],
    queryFn: () =>
      call('GET /dashboard/api/home', {
        at: place.merchant_id,
        query: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="home">
      <div className="home-title">
        <PageTitle>{home.data ? t.title(dayOf(home.data.day)) : t.today}</PageTitle>
      </div>
      <section className="card home-figures" aria-label={t.today}>
        <Fault error={home.error} />
        {home.isPending && <Skeleton height={260} />}
        {home.data && <Figures home={home.data} />}
      </section>
      <div className="home-side">
        <ToDoList />
        <NewestPayments />
      </div>
    </div>
  );
}

function Figures({ home }: { home: Home }) {
  const t = useTexts().home;
  const { amount, count, share } = useFormats();
  const [chosen, choose] = useState<string | null>(null);
  const asset = home.assets.find((each) => each.asset === chosen) ?? home.assets[0];
  if (!asset) return <Text>{t.quiet}</Text>;
  const { approved, refused } = home.attempts;
  const notes = [
    asset.asset,
    t.payments(asset.today.count, count(asset.today.count)),
    ...(approved + refused > 0 ? [t.approval(share(approved / (approved + refused)))] : []),
  ];
  return (
    <>
      <p className="huge">{amount(asset.today.amount, asset.asset)}</p>
      <Change asset={asset} share={share} />
      <Text c="dimmed" size="sm" mb="md">
        {notes.join(' · ')}
      </Text>
      <Hours asset={asset} />
      {home.assets.length > 1 && (
        <Chips
          label={t.currencies}
          value={asset.asset}
          choices={home.assets.map(({ asset: value, today }) => ({
            value,
            label: amount(today.amount, value),
          }))}
          onChange={choose}
        />
      )}
    </>
  );
}

/** More or less than yesterday at this time. */
function Change({ asset: { asset, today, before }, share }: { asset: Asset; share(part: number): string }) {
  const t = useTexts().home;
  const { amount } = useFormats();
  const [now, then] = [Number(today.amount), Number(before.amount)];
  if (then === 0) return <p className="change">{t.before(amount(before.amount, asset))}</p>;
  const part = (now - then) / then;
  if (Math.abs(part) < 0.005) return <p className="change">{t.same}</p>;
  return part > 0 ? (
    <p className="change tone-good">
      <IconArrowUpRight size={18} aria-hidden />
      {t.more(share(part))}
    </p>
  ) : (
    <p className="change">
      <IconArrowDownRight size={18} aria-hidden />
      {t.less(share(-part))}
    </p>
  );
}

function Hours({ asset: { asset, hours, hours_before } }: { asset: Asset }) {
  const t = useTexts().home;
  const texts = useTexts().balance.overview;
  const { amount, locale } = useFormats();
  const length = Math.max(hours.length, hours_before.length);
  const hourOf = (at: number): string =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }).format(at * 3_600_000);
  return (
    <Bars
      title={t.byHour(asset)}
      heads={[t.hour, t.today]}
      {...(hours_before.some((value) => Number(value) !== 0) && { compared: t.yesterday })}
      write={(value) => amount(String(value), asset)}
      bars={Array.from({ length }, (_, at) => ({
        label: hourOf(at),
        values: [Number(hours[at] ?? 0)],
        shown: [hours[at] === undefined ? '–' : amount(hours[at], asset)],
        before: { value: Number(hours_before[at] ?? 0), shown: amount(hours_before[at] ?? '0', asset) },
      }))}
      asTable={texts.asTable}
    />
  );
}
