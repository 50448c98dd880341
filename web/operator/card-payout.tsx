import { Code, Loader, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../app/api.ts';
import { useFormats, useOperatorTexts } from '../app/language.tsx';
import { Facts, PageTitle } from '../parts/basics.tsx';
import { ListView } from '../parts/list.tsx';

const route = getRouteApi('/shell/card-payouts/$payout');

/** The movements in a card processor's payout to the bank, read from the processor now. */
export function CardPayoutPage() {
  const t = useOperatorTexts().cardReconciliation;
  const { money, date, count } = useFormats();
  const { payout: id } = route.useParams();
  const query = useInfiniteQuery({
    queryKey: ['card-payout', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      call('GET /dashboard/api/card-payouts/{payout}/lines', {
        path: { payout: id },
        query: { cursor: pageParam },
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const payout = query.data?.pages[0]?.payout;
  const rows = query.data?.pages.flatMap(({ lines }) => lines) ?? [];
  return (
    <Stack maw={960}>
      <Link to="/card-cases">← {t.back}</Link>
      <PageTitle>{payout ? money(payout.amount, payout.currency) : t.payout}</PageTitle>
      {payout && (
        <Facts
          of={[
            [t.processor, payout.processor],
            [t.merchant, payout.merchant_name],
            [t.reference, <Code key="reference">{payout.reference}</Code>],
            [t.at, date(payout.at)],
            [t.arrives, payout.arrives_at && date(payout.arrives_at)],
            [t.inside, payout.lines === null ? null : count(payout.lines)],
            [
              t.sum,
              payout.lines_sum &&
                (payout.lines_sum === payout.amount
                  ? money(payout.lines_sum, payout.currency)
                  : `${money(payout.lines_sum, payout.currency)} (${t.sumDiffers})`),
            ],
          ]}
        />
      )}
      {query.isPending && <Loader aria-label="…" />}
      {payout && !payout.is_listed ? (
        <Text>{t.contentUnknown}</Text>
      ) : (
        <ListView
          list={{ query, rows }}
          none={t.noMovements}
          keyOf={(line) => line.id}
          columns={[
            { title: t.kind, show: ({ kind }) => t.kinds[kind] ?? kind },
            { title: t.merchant, show: ({ merchant_name }) => merchant_name },
            { title: t.charge, show: ({ charge_id }) => charge_id },
            { title: t.at, show: ({ at }) => date(at) },
            { title: t.feeColumn, show: ({ fee, currency }) => money(fee, currency) },
            { title: t.amount, show: ({ amount, currency }) => money(amount, currency), isNumber: true },
          ]}
        />
      )}
    </Stack>
  );
}
