import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { documentTexts } from '../../src/base/texts/documents.ts';
import { type StatementKind, statementKinds } from '../../src/commerce/reports/names.ts';
import { type Answer, call, Refusal, request } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Facts, Fault, PageTitle } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { ListView, useList } from '../parts/list.tsx';
import { Pair } from '../parts/pair.tsx';
import { MovementPayment, useMovementColumns } from './movement-columns.tsx';
import { SettlementBadge } from './settlement-badge.tsx';

const route = getRouteApi('/shell/settlements/$settlement');

type Content = Answer<'GET /dashboard/api/settlements/{settlement}'>;

/** One settlement: what it pays, by kind and one by one. */
export function SettlementPage() {
  const t = useTexts().settlements;
  const { place } = useHere();
  const { settlement: id } = route.useParams();
  const { data, error, isPending } = useQuery({
    queryKey: ['settlements', place.merchant_id, id],
    queryFn: () =>
      call('GET /dashboard/api/settlements/{settlement}', {
        at: place.merchant_id,
        path: { settlement: id },
      }),
    refetchInterval: refreshMs,
  });
  const isMissing = error instanceof Refusal && error.status === 404;
  return (
    <Stack>
      <Link to="/settlements">← {t.title}</Link>
      {isPending && <Skeleton height={320} />}
      {isMissing ? <Text>{t.missing}</Text> : <Fault error={error} />}
      {data && <Detail content={data} />}
    </Stack>
  );
}

function Detail({ content }: { content: Content }) {
  const t = useTexts().settlements;
  const { date, money } = useFormats();
  const { settlement: its } = content;
  return (
    <>
      <header className="payment-head">
        <PageTitle>{money(its.amount, its.currency)}</PageTitle>
        <SettlementBadge status={its.status} />
      </header>
      <div className="payment-parts">
        <Sums content={content} />
        <Facts
          of={[
            [t.requested, `${date(its.requested_at)} (${its.requested_by})`],
            [t.destination, its.destination],
            [
              t.how,
              its.way &&
                `${t.ways[its.way]}: ${its.reference}${its.decided_by ? ` (${its.decided_by})` : ''}`,
            ],
            [
              t.paidAmount,
              its.paid_amount &&
                t.paidAs(`${its.paid_amount} ${its.paid_currency}`, `${its.paid_rate} ${its.currency}`),
            ],
            [t.reason, its.reason],
            [t.statuses.returned, its.return_reason],
          ]}
        />
      </div>
      <Title order={2} size="h4">
        {t.content}
      </Title>
      <Movements id={its.id} />
    </>
  );
}

/** How the balance came to the settlement's amount, and what is left. */
function Sums({ content: { settlement, opening, lines, left } }: { content: Content }) {
  const t = useTexts().settlements;
  const { language } = useLanguage();
  const { money } = useFormats();
  const words = documentTexts[language].books.lines;
  const of = lines as Record<StatementKind, string>;
  const written = (value: string): string => money(value, settlement.currency);
  return (
    <section className="card" aria-labelledby="sums">
      <h2 className="card-title" id="sums">
        {t.adds}
      </h2>
      <dl className="pairs sums">
        <Pair name={t.carried}>{written(opening)}</Pair>
        {statementKinds
          .filter((kind) => Number(of[kind]) !== 0)
          .map((kind) => (
            <Pair key={kind} name={words[kind]}>
              {written(of[kind])}
            </Pair>
          ))}
        <Pair name={t.thisOne}>{written(`-${settlement.amount}`)}</Pair>
        <Pair name={t.left} isSum>
          {written(left)}
        </Pair>
      </dl>
      <Text size="sm" c="dimmed">
        {t.contentHint}
      </Text>
    </section>
  );
}

function Movements({ id }: { id: string }) {
  const t = useTexts().settlements;
  const { place } = useHere();
  const columns = useMovementColumns();
  const list = useList(['settlement-movements', place.merchant_id, id], async (cursor) => {
    const { movements, ...page } = await call('GET /dashboard/api/settlements/{settlement}/movements', {
      at: place.merchant_id,
      path: { settlement: id },
      query: { cursor },
    });
    return { rows: movements, ...page };
  });
  return (
    <>
      {list.rows.length > 0 && (
        <Group>
          <DownloadButton
            open={(wanted) =>
              request(
                'GET /dashboard/api/settlements/{settlement}/movements.csv',
                { at: place.merchant_id, path: { settlement: id } },
                wanted,
              )
            }
          />
        </Group>
      )}
      <ListView
        list={list}
        none={t.empty}
        keyOf={(movement) => movement.id}
        columns={columns}
        link={(movement, content, className) => (
          <MovementPayment movement={movement} className={className}>
            {content}
          </MovementPayment>
        )}
      />
    </>
  );
}
