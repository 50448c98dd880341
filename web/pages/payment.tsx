import { Anchor, Group, Loader, Stack, Text, TextInput, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { amountPattern, asTyped } from '../amounts.ts';
import { type Answer, call, Refusal } from '../api.ts';
import { useFormats, useLanguage, useTexts } from '../language.tsx';
import { refreshMs } from '../list.tsx';
import { Act, Facts, Fault, Good, PageTitle } from '../parts.tsx';
import { useHere } from '../session.tsx';
import { StateBadge } from '../state-badge.tsx';
import { paymentsTexts } from '../texts/payments/all.ts';

const route = getRouteApi('/shell/payments/$payment');

type Payment = Answer<'readPayment'>;

export function PaymentPage() {
  const t = useTexts(paymentsTexts);
  const { place } = useHere();
  const { payment: id } = route.useParams();
  const [told, setTold] = useState<string | null>(null);
  const payment = useQuery({
    queryKey: ['payment', place.merchant_id, id],
    queryFn: () => call('readPayment', { at: place.merchant_id, path: { payment: id } }),
    refetchInterval: refreshMs,
  });
  const isMissing = payment.error instanceof Refusal && payment.error.status === 404;
  return (
    <Stack maw={760}>
      <Link to="/payments">← {t.payment.back}</Link>
      {payment.isPending && <Loader aria-label="…" />}
      {isMissing ? <Text>{t.payment.missing}</Text> : <Fault error={payment.error} />}
      <Good>{told}</Good>
      {payment.data && <Detail payment={payment.data} onDone={setTold} />}
    </Stack>
  );
}

function Detail({ payment, onDone }: { payment: Payment; onDone(told: string): void }) {
  const t = useTexts(paymentsTexts);
  const { date, money } = useFormats();
  const { may } = useHere();
  const facts: [string, string | null][] = [
    [t.payments.order, payment.order_number],
    [t.payments.customer, payment.email],
    [t.payments.method, t.methods[payment.method] ?? payment.method],
    [t.payment.description, payment.description],
    [t.payment.refunded, Number(payment.refunded) > 0 ? money(payment.refunded, payment.currency) : null],
    [t.payments.date, date(payment.created_at)],
    [t.payment.reference, payment.id],
  ];
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{money(payment.amount, payment.currency)}</PageTitle>
        <StateBadge state={payment.state} status={payment.status} />
      </Group>
      <Facts of={facts} />
      <Group>
        {payment.refund && may('payments.refund') && (
          <Refund
            // What was typed for one refund is not there for the next.
            key={payment.refund.left}
            payment={payment}
            refund={payment.refund}
            onDone={() => onDone(t.payment.refundDone)}
          />
        )}
        {payment.can_cancel && may('payments.cancel') && (
          <Cancel payment={payment} onDone={() => onDone(t.payment.canceled)} />
        )}
      </Group>
      <Title order={2} size="h4">
        {t.payment.happened}
      </Title>
      <Happenings timeline={payment.timeline} />
    </>
  );
}

function Happenings({ timeline }: { timeline: Payment['timeline'] }) {
  const t = useTexts(paymentsTexts);
  const { date } = useFormats();
  return (
    <Timeline bulletSize={12} lineWidth={2}>
      {timeline.map(({ at, kind, outcome, subject, url }, number) => {
        const words = kind === 'event' ? t.statuses[outcome] : t.outcomes[outcome];
        const told = [subject, words ?? outcome.replaceAll('_', ' ')].filter(Boolean).join(': ');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened keeps its place
          <Timeline.Item key={number} title={t.happenings[kind]}>
            <Text size="sm" className="wrap">
              {told}
            </Text>
            {url && (
              <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
                {t.payment.look}
              </Anchor>
            )}
            <Text size="xs">{date(at)}</Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
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
  const t = useTexts(paymentsTexts);
  const { language } = useLanguage();
  const { money } = useFormats();
  const { place } = useHere();
  const { left } = refund;
  const [amount, setAmount] = useState(asTyped(left ?? '', language));
  // The same for every try of the same refund: a second click gives nothing back twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  async function send(): Promise<void> {
    const shared = { at: place.merchant_id, once: key };
    if (left === null) await call('refundCryptoOrder', { ...shared, path: { order: payment.id }, body: {} });
    else
      await call('refundTransaction', {
        ...shared,
        path: { reference: payment.id },
        body: { amount: Number(amount.replace(',', '.')) },
      });
    setKey(crypto.randomUUID());
  }
  return (
    <Act
      label={t.payment.refund}
      title={t.payment.refundTitle}
      send={send}
      changes={['payment']}
      onDone={onDone}
    >
      {left === null ? (
        <Text>{t.payment.refundChain}</Text>
      ) : (
        <TextInput
          label={t.payment.refundAmount(money(left, payment.currency))}
          inputMode="decimal"
          required
          pattern={amountPattern(left)}
          value={amount}
          onChange={(event) => {
            setAmount(event.currentTarget.value);
            setKey(crypto.randomUUID());
          }}
        />
      )}
    </Act>
  );
}

function Cancel({ payment, onDone }: { payment: Payment; onDone(): void }) {
  const t = useTexts(paymentsTexts);
  const { place } = useHere();
  const send = () => call('cancelTransaction', { at: place.merchant_id, path: { reference: payment.id } });
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
