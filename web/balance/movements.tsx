import { Group, NativeSelect, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { movementSources } from '../../src/commerce/reports/names.ts';
import { call, request } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { PageTitle } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { ListView, useList } from '../parts/list.tsx';
import { PeriodPicker } from '../parts/period.tsx';
import { daysOf, queryOf } from '../parts/period-search.ts';
import { useMovementColumns } from './movement-columns.tsx';

const route = getRouteApi('/shell/movements');

/** The movements behind a balance or a figure of the overview. */
export function MovementsPage() {
  const t = useTexts().balance;
  const { place } = useHere();
  const { of = 'available', asset, ...period } = route.useSearch();
  const navigate = route.useNavigate();
  const names: Readonly<Record<string, string>> = { ...t.books, ...t.figures };
  const query = { ...queryOf(period), of, asset };
  const list = useList(['movements', place.merchant_id, of, asset, daysOf(period)], async (cursor) => {
    const answer = await call('GET /dashboard/api/movements', {
      at: place.merchant_id,
      query: { ...query, cursor },
    });
    return { rows: answer.movements, next_cursor: answer.next_cursor };
  });
  const columns = useMovementColumns();
  return (
    <Stack>
      <Link to="/overview" search={period}>
        ← {t.movements.back}
      </Link>
      <PageTitle>{[names[of], asset].filter(Boolean).join(', ')}</PageTitle>
      <Group align="end">
        <NativeSelect
          label={t.movements.show}
          value={of}
          onChange={({ currentTarget }) => {
            const next = movementSources.find((each) => each === currentTarget.value);
            if (next)
              navigate({ to: '/movements', search: { of: next, ...(asset && { asset }), ...period } });
          }}
          data={movementSources.map((value) => ({ value, label: names[value] ?? value }))}
        />
        <PeriodPicker
          period={period}
          onChange={(next) => navigate({ search: { of, ...(asset && { asset }), ...next } })}
        />
        <DownloadButton
          open={(wanted) =>
            request('GET /dashboard/api/movements.csv', { at: place.merchant_id, query }, wanted)
          }
        />
      </Group>
      <ListView
        list={list}
        none={t.movements.none}
        keyOf={({ id }) => id}
        columns={[
          ...columns,
          {
            title: t.movements.payment,
            show: ({ payment }) =>
              payment && (
                <Link to="/payments/$payment" params={{ payment }}>
                  {t.movements.look}
                </Link>
              ),
          },
        ]}
      />
    </Stack>
  );
}
