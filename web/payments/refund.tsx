import { Button, Group, List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { amountPattern, asTyped, readDecimal } from '../parts/amounts.ts';
import { Act } from '../parts/basics.tsx';
import { RefundReason } from './refund-reason.tsx';

type Payment = Answer<'GET /dashboard/api/payments/{payment}'>;

/** Gives money back, by whichever method it came: how much, what the customer sees, and what stays as it is. */
export function Refund({
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
  const { amount: written } = useFormats();
  const { place } = useHere();
  const { left, way, unit, is_whole } = refund;
  // One idempotency key per refund, so that a second click refunds nothing twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const form = useForm({
    initialValues: { amount: asTyped(left, language), reason: '' },
    onValuesChange: () => setKey(crypto.randomUUID()),
  });
  const { amount, reason } = form.values;
  async function send(): Promise<void> {
    const shared = { at: place.merchant_id, once: key };
    const why = reason.trim() === '' ? {} : { reason: reason.trim() };
    if (way === 'chain')
      await call('POST /payment/{order}/refunds', {
        ...shared,
        path: { order: payment.id },
        body: is_whole ? why : { amount: readDecimal(amount), ...why },
      });
    else
      await call('POST /api/transactions/{reference}/refunds', {
        ...shared,
        path: { reference: payment.id },
        body: { amount: Number(readDecimal(amount)), ...why },
      });
    setKey(crypto.randomUUID());
  }
  const choices = amountsToChoose(payment, refund).map(({ name, value }) => ({
    label: t.refund[name],
    value: asTyped(value, language),
    shown: written(value, unit),
  }));
  const howBack = {
    chain: t.payment.refundChain,
    bank: t.bankRefund.hint(payment.email ?? ''),
    card: t.refund.back[payment.method === 'CARDS' ? 'card' : 'other'],
  }[way];
  return (
    <Act
      label={t.payment.refund}
      title={t.payment.refundTitle}
      form={form}
      send={send}
      changes={['payment']}
      onDone={onDone}
      // The customer still names an account, and the merchant may withdraw it until then.
      isFinal={way !== 'bank'}
    >
      {is_whole ? (
        <Text>{t.payment.refundWhole(written(left, unit))}</Text>
      ) : (
        <>
          {choices.length > 1 && (
            <Group gap="xs">
              {choices.map(({ label, value, shown }) => (
                <Button
                  key={label}
                  variant="default"
                  aria-pressed={value === amount}
                  onClick={() => form.setFieldValue('amount', value)}
                >
                  {label} · {shown}
                </Button>
              ))}
            </Group>
          )}
          <TextInput
            label={t.payment.refundAmount(written(left, unit))}
            inputMode="decimal"
            required
            pattern={amountPattern(left, language)}
            {...form.getInputProps('amount')}
          />
        </>
      )}
      <RefundReason
        value={reason}
        error={form.errors.reason as string | undefined}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
      <div>
        <Text fw={600} size="sm">
          {t.refund.sees}
        </Text>
        <List size="sm" spacing={4}>
          <List.Item className="wrap">{howBack}</List.Item>
          {way === 'card' && payment.email && payment.can_send_receipt && (
            <List.Item>{t.refund.mail(payment.email)}</List.Item>
          )}
          {payment.money && Number(payment.money.fee) > 0 && (
            <List.Item>{t.refund.fee(written(payment.money.fee, payment.money.asset))}</List.Item>
          )}
        </List>
      </div>
    </Act>
  );
}

/** All of it, or only what came too much. */
function amountsToChoose(
  { decision }: Payment,
  { left, unit }: NonNullable<Payment['refund']>,
): { name: 'all' | 'surplus'; value: string }[] {
  const surplus =
    decision && decision.asset === unit && decision.reasons.every((reason) => reason === 'overpaid')
      ? decision.amount
      : null;
  return [
    { name: 'all', value: left },
    ...(surplus !== null && Number(surplus) < Number(left)
      ? [{ name: 'surplus' as const, value: surplus }]
      : []),
  ];
}
