import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Ago } from '../parts/ago.tsx';
import { Fault } from '../parts/basics.tsx';
import { PaymentBadge } from '../payments/payment-badge.tsx';

const shown = 6;

export function NewestPayments() {
  const t = useTexts().home;
  const words = useTexts().payments.payments;
  const { place } = useHere();
  const { money } = useFormats();
  const list = useQuery({
    queryKey: ['payments', place.merchant_id, 'newest'],
    queryFn: () => call('GET /dashboard/api/payments', { at: place.merchant_id, query: {} }),
    refetchInterval: refreshMs,
  });
  const payments = list.data?.payments.slice(0, shown) ?? [];
  return (
    <section className="card" aria-labelledby="newest">
      <h2 className="card-title" id="newest">
        {t.newest}
        {payments.length > 0 && (
          <Link to="/payments" className="card-more">
            {t.all}
          </Link>
        )}
      </h2>
      <Fault error={list.error} />
      {list.isPending && <Skeleton height={220} />}
      {list.data && payments.length === 0 && <Text c="dimmed">{t.none}</Text>}
      <ul className="rows">
        {payments.map(
          ({
            id,
            description,
            order_number,
            email,
            amount,
            captured,
            currency,
            state,
            status,
            created_at,
          }) => (
            <li key={id}>
              <Link to="/payments/$payment" params={{ payment: id }} className="row row-lines">
                <span className="line">
                  <span className="row-name line-name">
                    {description ?? order_number ?? email ?? words.noOrder}
                  </span>
                  <span className="numbers row-amount">{money(captured ?? amount, currency)}</span>
                </span>
                <span className="line">
                  <Text component="span" size="sm" c="dimmed">
                    <Ago iso={created_at} />
                  </Text>
                  <PaymentBadge state={state} status={status} />
                </span>
              </Link>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
