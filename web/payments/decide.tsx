import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Act } from '../parts/basics.tsx';
import { RefundReason } from './refund-reason.tsx';

type Payment = Answer<'GET /dashboard/api/payments/{payment}'>;

/** Late, short or duplicate money, with the buttons to decide on it. */
export function Decide({
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
  const form = useForm({ initialValues: { reason: '' } });
  const reason = form.values.reason.trim();
  const send = (word: 'accept' | 'refund') => () =>
    call('POST /payment/{order}/resolve', {
      at: place.merchant_id,
      path: { order: payment.id },
      body: { decision: word, ...(word === 'refund' && reason !== '' && { reason }) },
    });
  const shared = { changes: ['payment'], words: { order_not_resolvable: t.decide.over } };
  // Overpaid in time: the surplus is already on the merchant's balance.
  const isSurplus = decision.reasons.every((reason) => reason === 'overpaid');
  const accept = (
    <Act
      key="accept"
      label={isSurplus ? t.decide.keep : payment.already_paid ? t.alreadyPaid.accept : t.decide.accept}
      title={isSurplus ? t.decide.keepTitle : t.decide.acceptTitle}
      isFinal
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
      isFinal
      form={form}
      send={send('refund')}
      onDone={() => onDone(t.decide.givenBack)}
      {...shared}
    >
      <Text>{t.decide.giveBackHint(amount)}</Text>
      <RefundReason
        value={form.values.reason}
        error={form.errors.reason as string | undefined}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
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
