import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { Copied } from '../parts/copied.tsx';
import { History } from '../parts/history.tsx';
import { methodName } from '../parts/method-name.ts';
import { Pair } from '../parts/pair.tsx';
import { BankRefundWaits } from './bank-refund.tsx';
import { Decide } from './decide.tsx';
import { Capture, Release } from './hold.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { Refund } from './refund.tsx';
import { Unexpected } from './unexpected.tsx';

const route = getRouteApi('/shell/payments/$payment');

type Payment = Answer<'GET /dashboard/api/payments/{payment}'>;

export function PaymentPage() {
  const t = useTexts().payments;
  const { place } = useHere();
  const { payment: id } = route.useParams();
  const [notice, setNotice] = useState<string | null>(null);
  const payment = useQuery({
    queryKey: ['payment', place.merchant_id, id],
    queryFn: () =>
      call('GET /dashboard/api/payments/{payment}', { at: place.merchant_id, path: { payment: id } }),
    refetchInterval: refreshMs,
  });
  const isMissing = payment.error instanceof Refusal && payment.error.status === 404;
  return (
    <Stack>
      <Link to="/payments">← {t.payment.back}</Link>
      {payment.isPending && <Skeleton height={320} />}
      {isMissing ? <Text>{t.payment.missing}</Text> : <Fault error={payment.error} />}
      <Notice>{notice}</Notice>
      {payment.data && <Detail payment={payment.data} onDone={setNotice} />}
    </Stack>
  );
}

function Detail({ payment, onDone }: { payment: Payment; onDone(notice: string): void }) {
  const t = useTexts().payments;
  const { date, money } = useFormats();
  const { may } = useHere();
  // What only a developer looks for is folded.
  const [technical, told] = split(payment.timeline, ({ kind }) => kind === 'event' || kind === 'delivery');
  return (
    <>
      <header className="payment-head">
        <PageTitle>{money(payment.captured ?? payment.amount, payment.currency)}</PageTitle>
        <PaymentBadge state={payment.state} status={payment.status} />
        <Text c="dimmed" className="wrap payment-about">
          {[payment.description, payment.email, date(payment.created_at)].filter(Boolean).join(' · ')}
        </Text>
      </header>
      {payment.unexpected.map((arrived) => (
        <Unexpected key={arrived.id} payment={payment} arrived={arrived} onDone={onDone} />
      ))}
      {payment.bank_refunds.map((refund) => (
        <BankRefundWaits key={refund.id} payment={payment} refund={refund} onDone={onDone} />
      ))}
      {payment.strays.length > 0 && <StrayTransfer payment={payment} />}
      {payment.already_paid && <AlreadyPaid payment={payment} by={payment.already_paid} />}
      {payment.decision && may('payments.resolve') && (
        <Decide payment={payment} decision={payment.decision} onDone={onDone} />
      )}
      {payment.hold?.under_way && <Alert variant="light">{t.hold.underWay}</Alert>}
      <Acts payment={payment} onDone={onDone} />
      <div className="payment-parts">
        <section className="card" aria-labelledby="history">
          <h2 className="card-title" id="history">
            {t.payment.history}
          </h2>
          <PaymentHistory timeline={told} />
        </section>
        <div className="home-side">
          {payment.money && <Money payment={payment} money={payment.money} />}
          <Details payment={payment} />
        </div>
      </div>
      <details className="card">
        <summary className="fold">{t.payment.forDevelopers}</summary>
        <dl className="pairs">
          <Pair name={t.payment.reference}>
            <Copied value={payment.id} />
          </Pair>
          <Pair name={t.payment.status}>
            <code>{payment.status}</code>
          </Pair>
        </dl>
        <PaymentHistory timeline={technical} />
      </details>
    </>
  );
}

function split<Each>(all: readonly Each[], isFirst: (each: Each) => boolean): [Each[], Each[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

function PaymentHistory({ timeline }: Pick<Payment, 'timeline'>) {
  const { payments: t, developers } = useTexts();
  return (
    <History
      timeline={timeline}
      titles={t.history}
      wordsOf={({ kind, outcome }) =>
        kind === 'event'
          ? ((t.told as Readonly<Record<string, string>>)[outcome] ?? t.statuses[outcome])
          : kind === 'delivery'
            ? developers.causes[outcome]
            : t.outcomes[outcome]
      }
      lookOf={(kind) => (kind === 'tried' ? t.payment.lookAtProcessor : t.payment.look)}
    />
  );
}

/** What can be done now, each with its consequences in a dialog. */
function Acts({ payment, onDone }: { payment: Payment; onDone(notice: string): void }) {
  const t = useTexts().payments;
  const { may } = useHere();
  return (
    <Group className="acts">
      {payment.refund && may('payments.refund') && (
        <Refund
          // Reset the form after each refund.
          key={payment.refund.left}
          payment={payment}
          refund={payment.refund}
          onDone={() => onDone(payment.refund?.way === 'bank' ? t.bankRefund.asked : t.payment.refundDone)}
        />
      )}
      {payment.can_send_receipt && may('payments.receipt') && (
        <Receipt payment={payment} onDone={() => onDone(t.payment.receiptSent)} />
      )}
      {payment.hold && !payment.hold.under_way && may('payments.capture') && (
        <Capture payment={payment} hold={payment.hold} onDone={() => onDone(t.hold.captureDone)} />
      )}
      {payment.hold && !payment.hold.under_way && may('payments.cancel') && (
        <Release payment={payment} hold={payment.hold} onDone={() => onDone(t.hold.releaseDone)} />
      )}
      {payment.can_cancel && may('payments.cancel') && (
        <Cancel payment={payment} onDone={() => onDone(t.payment.canceled)} />
      )}
    </Group>
  );
}

/** What the customer paid, what was kept, and what is the merchant's, by the ledger. */
function Money({ payment, money }: { payment: Payment; money: NonNullable<Payment['money']> }) {
  const t = useTexts().payments.payment;
  const { amount, date, money: written } = useFormats();
  const { may } = useHere();
  const minus = (value: string): string => `−${amount(value, money.asset)}`;
  return (
    <section className="card" aria-labelledby="money">
      <h2 className="card-title" id="money">
        {t.money}
      </h2>
      <dl className="pairs sums">
        <Pair name={t.paid}>{amount(money.gross, money.asset)}</Pair>
        {Number(money.fee) > 0 && <Pair name={t.fee}>{minus(money.fee)}</Pair>}
        <Pair name={t.net} isSum>
          {amount(money.net, money.asset)}
        </Pair>
        {Number(payment.refunded) > 0 && (
          <Pair name={t.refunded}>−{written(payment.refunded, payment.currency)}</Pair>
        )}
        {Number(money.charged_back) > 0 && <Pair name={t.chargedBack}>{minus(money.charged_back)}</Pair>}
      </dl>
      <Text size="sm" c="dimmed">
        {money.is_direct ? (
          t.direct
        ) : money.settlement && may('settlements.read') ? (
          <Link to="/settlements/$settlement" params={{ settlement: money.settlement.id }}>
            {(money.settlement.status === 'paid' ? t.settled : t.settling)(
              date(money.settlement.requested_at),
            )}
          </Link>
        ) : may('settlements.read') ? (
          <Link to="/settlements">{t.onBalance}</Link>
        ) : (
          t.onBalance
        )}
      </Text>
    </section>
  );
}

function Details({ payment }: { payment: Payment }) {
  const t = useTexts().payments;
  const { date, money, amount } = useFormats();
  const facts: [string, string | null][] = [
    [t.payments.order, payment.order_number],
    [t.payments.customer, payment.email],
    [t.payments.method, methodName(payment.method, t.methods)],
    [t.payment.description, payment.description],
    [
      t.payment.authorized,
      payment.captured === null || payment.captured === payment.amount
        ? null
        : money(payment.amount, payment.currency),
    ],
    [t.payment.captureUntil, payment.hold?.expires_at ? date(payment.hold.expires_at) : null],
    ...cryptoFacts(payment.crypto, t.payment, { date, money, amount }),
  ];
  const copied: (string | null)[] = [payment.order_number, payment.email];
  return (
    <section className="card" aria-labelledby="details">
      <h2 className="card-title" id="details">
        {t.payment.details}
      </h2>
      <dl className="pairs">
        {facts.map(([name, value]) =>
          value === null || value === '' ? null : (
            <Pair key={name} name={name}>
              {copied.includes(value) ? <Copied value={value} /> : value}
            </Pair>
          ),
        )}
      </dl>
    </section>
  );
}

/** How it is paid in an asset: the units, and for a local price what it was worth, both rates, their sources and time. */
function cryptoFacts(
  crypto: Payment['crypto'],
  t: ReturnType<typeof useTexts>['payments']['payment'],
  { date, money, amount }: Pick<ReturnType<typeof useFormats>, 'date' | 'money' | 'amount'>,
): [string, string | null][] {
  if (!crypto) return [];
  const { asset, expected, credited, fee, conversion } = crypto;
  const rate = (price: string, sources: string[], at: string) =>
    `${price} (${sources.join(', ')}, ${date(at)})`;
  return [
    [t.expected, amount(expected, asset)],
    [t.credited, Number(credited) > 0 ? amount(credited, asset) : null],
    [t.fee, Number(fee) > 0 ? amount(fee, asset) : null],
    ...(conversion
      ? ([
          [t.worth, money(conversion.usdAmount, 'USD')],
          [
            t.rate,
            rate(`1 ${asset} = ${amount(conversion.rate, 'USD')}`, conversion.rateSources, conversion.rateAt),
          ],
          [
            t.localRate,
            rate(
              `1 USD = ${amount(conversion.localRate, conversion.currency)}`,
              conversion.localRateSources,
              conversion.localRateAt,
            ),
          ],
        ] as [string, string][])
      : []),
  ];
}

/** Transfers for this order on the wrong network or in the wrong coin; the operator decides. */
function StrayTransfer({ payment }: { payment: Payment }) {
  const t = useTexts().payments;
  const { amount, date } = useFormats();
  return (
    <Alert color="orange" variant="light" title={t.strayTransfer.title}>
      {payment.strays.map((stray) => (
        <Text key={`${stray.at} ${stray.amount}`}>
          {t.strayTransfer.came(amount(stray.amount, stray.asset), stray.network, date(stray.at))}
        </Text>
      ))}
      <Text>{t.strayTransfer.hint}</Text>
    </Alert>
  );
}

/** The payment link was already paid by another payment. */
function AlreadyPaid({ payment, by }: { payment: Payment; by: NonNullable<Payment['already_paid']> }) {
  const t = useTexts().payments;
  const { date } = useFormats();
  const words = payment.decision ? t.alreadyPaid.waits : t.alreadyPaid.stands;
  return (
    <Alert color="orange" variant="light" title={t.alreadyPaid.title}>
      <Text>
        {words(methodName(by.method, t.methods), date(by.paid_at))}{' '}
        <Link to="/payments/$payment" params={{ payment: by.payment }}>
          {t.alreadyPaid.look}
        </Link>
      </Text>
    </Alert>
  );
}

function Receipt({ payment, onDone }: { payment: Payment; onDone(): void }) {
  const t = useTexts().payments;
  const { place } = useHere();
  return (
    <Act
      label={t.payment.receipt}
      title={t.payment.receiptTitle}
      send={() =>
        call('POST /dashboard/api/payments/{payment}/receipt', {
          at: place.merchant_id,
          path: { payment: payment.id },
        })
      }
      changes={['payment']}
      onDone={onDone}
      words={{ receipt_missing: t.payment.receiptMissing }}
    >
      <Text className="wrap">{t.payment.receiptHint(payment.email ?? '')}</Text>
    </Act>
  );
}

function Cancel({ payment, onDone }: { payment: Payment; onDone(): void }) {
  const t = useTexts().payments;
  const { place } = useHere();
  const send = () =>
    call('POST /api/transactions/{reference}/cancel', {
      at: place.merchant_id,
      path: { reference: payment.id },
    });
  return (
    <Act
      label={t.payment.cancel}
      title={t.payment.cancelTitle}
      isFinal
      send={send}
      changes={['payment']}
      onDone={onDone}
    >
      <Text>{t.payment.cancelHint}</Text>
    </Act>
  );
}
