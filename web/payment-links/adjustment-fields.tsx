import { Button, Group, NativeSelect, Paper, Stack } from '@mantine/core';
import { exponentOf } from '../../src/base/money/currency.ts';
import { type Adjustment, percentDecimals } from '../../src/commerce/payment-links/invoice-total.ts';
import { useTexts } from '../app/language.tsx';
import { Field, type PaymentLink, useTyped } from './payment-link-form.tsx';

/** A discount or a tax as it is typed. */
export interface TypedAdjustment {
  id: string;
  what: 'tax' | 'percent' | 'amount';
  name: string;
  value: string;
}

/** The server's limit. */
const most = 10;

export function typedAdjustments(
  link: PaymentLink | undefined,
  written: (decimal: string | null) => string,
): TypedAdjustment[] {
  return (link?.adjustments ?? []).map(({ kind, name, percent, amount }) => ({
    id: crypto.randomUUID(),
    what: kind === 'tax' ? 'tax' : percent === null ? 'amount' : 'percent',
    name,
    value: written(percent ?? amount),
  }));
}

/** As the API takes them. */
export function useSentAdjustments(typed: readonly TypedAdjustment[], currency: string): Adjustment[] {
  const read = useTyped();
  return typed.map(({ what, name, value }) => ({
    kind: what === 'tax' ? 'tax' : 'discount',
    name,
    ...(what === 'amount'
      ? { amount: read(value, exponentOf(currency)) }
      : { percent: read(value, percentDecimals) }),
  }));
}

/** The discounts and taxes of an invoice. */
export function AdjustmentFields({
  typed,
  currency,
  onChange,
}: {
  typed: readonly TypedAdjustment[];
  currency: string;
  onChange(next: TypedAdjustment[]): void;
}) {
  const t = useTexts().paymentLinks.form;
  const set = (id: string, next: Partial<TypedAdjustment>): void =>
    onChange(typed.map((each) => (each.id === id ? { ...each, ...next } : each)));
  const add = (what: TypedAdjustment['what']): void =>
    onChange([...typed, { id: crypto.randomUUID(), what, name: '', value: '' }]);
  return (
    <>
      {typed.map(({ id, what, name, value }) => (
        <Paper key={id} withBorder p="sm" radius="md" component="fieldset">
          <legend>{what === 'tax' ? t.tax : t.discount}</legend>
          <Stack gap="xs">
            <Group grow align="start">
              <Field
                label={t.adjustmentName}
                required
                maxLength={60}
                value={name}
                onText={(next) => set(id, { name: next })}
              />
              <Field
                label={what === 'amount' ? `${t.amount} (${currency})` : t.percent}
                inputMode="decimal"
                required
                value={value}
                onText={(next) => set(id, { value: next })}
              />
            </Group>
            <Group justify={what === 'tax' ? 'end' : 'space-between'} align="end">
              {what !== 'tax' && (
                <NativeSelect
                  label={t.discountBy}
                  value={what}
                  onChange={(event) =>
                    set(id, { what: event.currentTarget.value === 'amount' ? 'amount' : 'percent' })
                  }
                  data={[
                    { value: 'percent', label: t.percent },
                    { value: 'amount', label: t.amount },
                  ]}
                />
              )}
              <Button
                variant="subtle"
                size="xs"
                onClick={() => onChange(typed.filter((each) => each.id !== id))}
              >
                {t.removeAdjustment(name)}
              </Button>
            </Group>
          </Stack>
        </Paper>
      ))}
      <Group>
        <Button variant="default" disabled={typed.length >= most} onClick={() => add('percent')}>
          {t.addDiscount}
        </Button>
        <Button variant="default" disabled={typed.length >= most} onClick={() => add('tax')}>
          {t.addTax}
        </Button>
      </Group>
    </>
  );
}
