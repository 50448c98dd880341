import { Alert, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { amountPattern, asTyped, readDecimal } from '../parts/amounts.ts';
import { Act, Facts, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { History } from '../parts/history.tsx';
import { methodName } from '../parts/method-name.ts';
import { BankRefundWaits } from './bank-refund.tsx';
import { Capture, Release } from './hold.tsx';
import { PaymentBadge } from './payment-badge.tsx';
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
    <Stack maw={760}>
      <Link to="/payments">← {t.payment.back}</Link>
      {payment.isPending && <Loader aria-label="…" />}
      {isMissing ? <Text>{t.payment.missing}</Text> : <Fault error={payment.error} />}
      <Notice>{notice}</Notice>
      {payment.data && <Detail payment={payment.data} onDone={setNotice} />}
    </Stack>
  );
}

function Detail({ payment, onDone }: { payment: Payment; onDone(notice: string): void }) {
  const t = useTexts().payments;
  const { date, money, amount } = useFormats();
  const { may } = useHere();
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
    [t.payment.refunded, Number(payment.refunded) > 0 ? money(payment.refunded, payment.currency) : null],
    ...cryptoFacts(payment.crypto, t.payment, { date, money, amount }),
    [t.payments.date, date(payment.created_at)],
    [t.payment.reference, payment.id],
  ];
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{money(payment.captured ?? payment.amount, payment.currency)}</PageTitle>
        <PaymentBadge state={payment.state} status={payment.status} />
      </Group>
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
      <Facts of={facts} />
      <Group>
        {payment.can_send_receipt && may('payments.receipt') && (
          <Receipt payment={payment} onDone={() => onDone(t.payment.receiptSent)} />
        )}
        {payment.hold && !payment.hold.under_way && may('payments.capture') && (
          <Capture payment={payment} hold={payment.hold} onDone={() => onDone(t.hold.captureDone)} />
        )}
        {payment.hold && !payment.hold.under_way && may('payments.cancel') && (
          <Release payment={payment} hold={payment.hold} onDone={() => onDone(t.hold.releaseDone)} />
        )}
        {payment.refund && may('payments.refund') && (
          <Refund
            // Reset the form after each refund.
            key={payment.refund.left}
            payment={payment}
            refund={payment.refund}
            onDone={() => onDone(payment.refund?.way === 'bank' ? t.bankRefund.asked : t.payment.refundDone)}
          />
        )}
        {payment.can_cancel && may('payments.cancel') && (
          <Cancel payment={payment} onDone={() => onDone(t.payment.canceled)} />
        )}
      </Group>
      <Title order={2} size="h4">
        {t.payment.history}
      </Title>
      <History
        timeline={payment.timeline}
        titles={t.history}
        wordsOf={({ kind, outcome }) => (kind === 'event' ? t.statuses[outcome] : t.outcomes[outcome])}
        lookOf={(kind) => (kind === 'tried' ? t.payment.lookAtProcessor : t.payment.look)}
      />
    </>
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

/** Late, short or duplicate money, with the buttons to decide on it. */
function Decide({
  payment,
  decision,
  onDone,
}: {
  payment: Payment;
  decision: NonNullable<Payment['decision']>;
  onDone(notice: string): void;
}) {
  const t = useTexts().payments;
  const { money, amount: written } = useFormats();
  const { place } = useHere();
  const amount = written(decision.amount, decision.asset);
  const send = (word: 'accept' | 'refund') => () =>
    call('POST /payment/{order}/resolve', {
      at: place.merchant_id,
      path: { order: payment.id },
      body: { decision: word },
    });
  const shared = { changes: ['payment'], words: { order_not_resolvable: t.decide.over } };
  // Overpaid in time: the surplus is already on the merchant's balance.
  const isSurplus = decision.reasons.every((reason) => reason === 'overpaid');
  const accept = (
    <Act
      key="accept"
      label={isSurplus ? t.decide.keep : payment.already_paid ? t.alreadyPaid.accept : t.decide.accept}
      title={isSurplus ? t.decide.keepTitle : t.decide.acceptTitle}
      send={send('accept')}
      onDone={() => onDone(isSurplus ? t.decide.kept : t.decide.accepted)}
      {...shared}
    >
      <Text>{(isSurplus ? t.decide.keepHint : t.decide.acceptHint)(amount)}</Text>
    </Act>
  );
  const giveBack = (
    <Act
      key="refund"
      label={t.decide.giveBack}
      title={t.decide.giveBackTitle}
      send={send('refund')}
      onDone={() => onDone(t.decide.givenBack)}
      {...shared}
    >
      <Text>{t.decide.giveBackHint(amount)}</Text>
    </Act>
  );
  return (
    <Alert color="orange" variant="light">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.decide.title}
        </Title>
        <Text>
          {(isSurplus ? t.decide.surplus : t.decide.came)(amount, money(payment.amount, payment.currency))}
        </Text>
        {!isSurplus && decision.reasons.map((reason) => <Text key={reason}>{t.decide.reasons[reason]}</Text>)}
        <Group>{payment.already_paid ? [giveBack, accept] : [accept, giveBack]}</Group>
      </Stack>
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

function Refund({
  payment,
  refund,
  onDone,
}: {
  payment: Payment;
  refund: NonNullable<Payment['refund']>;
  onDone(): void;
}) {
  const t = useTexts().payments;
  const { language } = useLanguage();
  const { money, amount: written } = useFormats();
  const { place } = useHere();
  const { left, way, unit, is_whole } = refund;
  // One idempotency key per refund, so that a second click refunds nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: { amount: asTyped(left, language) },
    onValuesChange: () => setKey(crypto.randomUUID()),
  });
  const { amount } = form.values;
  async function send(): Promise<void> {
    const shared = { at: place.merchant_id, once: key };
    if (way === 'chain')
      await call('POST /payment/{order}/refunds', {
        ...shared,
        path: { order: payment.id },
        body: is_whole ? {} : { amount: readDecimal(amount) },
      });
    else
      await call('POST /api/transactions/{reference}/refunds', {
        ...shared,
        path: { reference: payment.id },
        body: { amount: Number(readDecimal(amount)) },
      });
    setKey(crypto.randomUUID());
  }
  return (
    <Act
      label={t.payment.refund}
      title={t.payment.refundTitle}
      form={form}
      send={send}
      changes={['payment']}
      onDone={onDone}
    >
      {way === 'chain' && <Text>{t.payment.refundChain}</Text>}
      {way === 'bank' && <Text className="wrap">{t.bankRefund.hint(payment.email ?? '')}</Text>}
      {is_whole ? (
        <Text>{t.payment.refundWhole(written(left, unit))}</Text>
      ) : (
        <TextInput
          label={t.payment.refundAmount(way === 'chain' ? written(left, unit) : money(left, unit))}
          inputMode="decimal"
          required
          pattern={amountPattern(left, language)}
          {...form.getInputProps('amount')}
        />
      )}
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
      send={send}
      changes={['payment']}
      onDone={onDone}
    >
      <Text>{t.payment.cancelHint}</Text>
    </Act>
  );
}
