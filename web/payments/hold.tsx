import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { amountPattern, asTyped, readDecimal } from '../parts/amounts.ts';
import { Act } from '../parts/basics.tsx';

type Payment = Answer<'GET /dashboard/api/payments/{payment}'>;

interface HoldProps {
  payment: Payment;
  hold: NonNullable<Payment['hold']>;
  onDone(): void;
}

/** Takes what is held on the customer's card, or a part of it. */
export function Capture({ payment, hold, onDone }: HoldProps) {
  const t = useTexts().payments.hold;
  const { language } = useLanguage();
  const { money } = useFormats();
  const { place } = useHere();
  // One idempotency key per capture, so that a second click takes nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: { amount: asTyped(hold.amount, language) },
    onValuesChange: () => setKey(crypto.randomUUID()),
  });
  const send = () =>
    call('POST /api/transactions/{reference}/capture', {
      at: place.merchant_id,
      once: key,
      path: { reference: payment.id },
      body: { amount: Number(readDecimal(form.values.amount)) },
    });
  return (
    <Act
      label={t.capture}
      title={t.captureTitle}
      form={form}
      send={send}
      changes={['payment']}
      onDone={onDone}
      words={{ charge_not_authorized: t.over, charge_in_progress: t.underWay }}
    >
      <Text>{t.captureHint}</Text>
      <TextInput
        label={t.captureAmount(money(hold.amount, payment.currency))}
        inputMode="decimal"
        required
        pattern={amountPattern(hold.amount, language)}
        {...form.getInputProps('amount')}
      />
    </Act>
  );
}

/** Gives the customer back what is held, without taking anything. */
export function Release({ payment, hold, onDone }: HoldProps) {
  const t = useTexts().payments.hold;
  const { money } = useFormats();
  const { place } = useHere();
  const send = () =>
    call('POST /api/transactions/{reference}/void', {
      at: place.merchant_id,
      path: { reference: payment.id },
      body: {},
    });
  return (
    <Act
      label={t.release}
      title={t.releaseTitle}
      isFinal
      send={send}
      changes={['payment']}
      onDone={onDone}
      words={{ charge_not_authorized: t.over, charge_in_progress: t.underWay }}
    >
      <Text>{t.releaseHint(money(hold.amount, payment.currency))}</Text>
    </Act>
  );
}
