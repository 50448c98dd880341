import { Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { exponentOf } from '../../src/base/money/currency.ts';
import { formatDecimal, parseDecimal } from '../../src/base/money/money.ts';
import { type Adjustment, adjustedTotal } from '../../src/commerce/payment-links/invoice-total.ts';
import { itemTotalMinor, quantityDecimals } from '../../src/commerce/payment-links/payment-link.ts';
import { call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault, PageTitle, submitting } from '../parts/basics.tsx';
import { AdjustmentFields, typedAdjustments, useSentAdjustments } from './adjustment-fields.tsx';
import {
  Field,
  LanguageField,
  type Origin,
  TermsFields,
  termsBody,
  useMaking,
  usePaymentLink,
  useTerms,
  useTyped,
  useWritten,
} from './payment-link-form.tsx';

interface Line {
  id: string;
  text: string;
  quantity: string;
  price: string;
}

const newLine = (): Line => ({ id: crypto.randomUUID(), text: '', quantity: '1', price: '' });
/** The server's limit. */
const maxLines = 50;

const route = getRouteApi('/shell/links/new-invoice');

export function NewInvoicePage() {
  const t = useTexts().paymentLinks;
  const { from } = route.useSearch();
  const copied = usePaymentLink(from);
  return (
    <Stack maw={760}>
      <Link to="/links">← {t.back}</Link>
      <PageTitle>{t.newInvoice}</PageTitle>
      <Fault error={copied.error} />
      {from === undefined && <InvoiceForm origin={null} />}
      {copied.data && <InvoiceForm origin={{ link: copied.data, isEdited: false }} />}
    </Stack>
  );
}

export function InvoiceForm({ origin: first }: { origin: Origin | null }) {
  // What is read later must not pass for what this person saw.
  const [origin] = useState(first);
  const t = useTexts().paymentLinks;
  const { money } = useFormats();
  const typed = useTyped();
  const written = useWritten();
  const [terms, change, offered] = useTerms(origin);
  const proposed = useNextNumber();
  const of = origin?.link;
  const isEdited = origin?.isEdited ?? false;
  const [texts, setTexts] = useState({
    name: of?.customer_name ?? '',
    email: of?.customer_email ?? '',
    title: of?.title ?? '',
    dueOn: isEdited ? (of?.due_on ?? '') : '',
    number: isEdited ? (of?.number ?? '') : '',
  });
  const [lines, setLines] = useState(() =>
    of
      ? of.lines.map(({ text, quantity, price }) => ({
          ...newLine(),
          text,
          quantity: written(quantity),
          price: written(price),
        }))
      : [newLine()],
  );
  const [adjustments, setAdjustments] = useState(() => typedAdjustments(of, written));
  const sentAdjustments = useSentAdjustments(adjustments, terms.currency);
  const [inParts, setInParts] = useState(of?.partial_payments ?? false);
  const [reminds, setReminds] = useState(isEdited ? of?.remind_at !== null : true);
  const { making, faultOf, error } = useMaking(terms, origin);
  const set = (name: keyof typeof texts) => (text: string) =>
    setTexts((before) => ({ ...before, [name]: text }));
  const setLine = (id: string, next: Partial<Line>): void =>
    setLines((before) => before.map((line) => (line.id === id ? { ...line, ...next } : line)));
  const sent = lines.map(({ text, quantity, price }) => ({
    text,
    quantity: typed(quantity, quantityDecimals),
    price: typed(price, exponentOf(terms.currency)),
  }));
  const send = (): void =>
    making.mutate({
      kind: 'invoice',
      title: texts.title,
      ...(texts.number.trim() && { number: texts.number }),
      ...termsBody(terms),
      customer_name: texts.name,
      customer_email: texts.email,
      due_on: texts.dueOn,
      lines: sent,
      ...(sentAdjustments.length > 0 && { adjustments: sentAdjustments }),
      ...(inParts && { partial_payments: true }),
      reminders: reminds,
    });
  return (
    <form onSubmit={submitting(send)}>
      <Stack>
        <Group grow align="start">
          <Field
            label={t.form.customerName}
            error={faultOf('customer_name')}
            required
            maxLength={200}
            value={texts.name}
            onText={set('name')}
          />
          <Field
            label={t.form.customerEmail}
            error={faultOf('customer_email')}
            type="email"
            required
            maxLength={254}
            value={texts.email}
            onText={set('email')}
          />
        </Group>
        <Group grow align="start">
          <Field
            label={t.form.invoiceNumber}
            error={faultOf('number')}
            placeholder={proposed}
            maxLength={60}
            disabled={isEdited}
            value={texts.number}
            onText={set('number')}
          />
          <Field
            label={t.form.dueOn}
            error={faultOf('due_on')}
            type="date"
            required
            value={texts.dueOn}
            onText={set('dueOn')}
          />
        </Group>
        <Field
          label={t.form.title}
          description={t.form.titleHint}
          error={faultOf('title')}
          required
          maxLength={500}
          value={texts.title}
          onText={set('title')}
        />
        <Title order={2} size="h4">
          {t.form.items}
        </Title>
        {lines.map((line, at) => (
          <LineFields
            key={line.id}
            line={line}
            number={at + 1}
            onChange={(next) => setLine(line.id, next)}
            onRemove={lines.length === 1 ? null : () => setLines(lines.filter((each) => each.id !== line.id))}
          />
        ))}
        {faultOf('lines') && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {faultOf('lines')}
          </Text>
        )}
        <Group>
          <Button
            variant="default"
            disabled={lines.length >= maxLines}
            onClick={() => setLines([...lines, newLine()])}
          >
            {t.form.addItem}
          </Button>
        </Group>
        <AdjustmentFields typed={adjustments} currency={terms.currency} onChange={setAdjustments} />
        {faultOf('adjustments') && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {faultOf('adjustments')}
          </Text>
        )}
        <Text fw={600} role="status" className="numbers">
          {t.form.total}: {money(totalOf(sent, sentAdjustments, terms.currency), terms.currency)}
        </Text>
        <TermsFields terms={terms} change={change} offered={offered} faultOf={faultOf} isFixed={isEdited} />
        <LanguageField terms={terms} change={change} whenNone={t.form.merchantLanguage} />
        <Checkbox
          label={t.form.inParts}
          description={t.form.inPartsHint}
          error={faultOf('partial_payments')}
          checked={inParts}
          onChange={(event) => setInParts(event.currentTarget.checked)}
        />
        <Checkbox
          label={t.form.reminders}
          checked={reminds}
          onChange={(event) => setReminds(event.currentTarget.checked)}
        />
        <Fault error={error} />
        <Group>
          <Button type="submit" loading={making.isPending}>
            {isEdited ? t.form.save : t.form.makeInvoice}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function LineFields({
  line,
  number,
  onChange,
  onRemove,
}: {
  line: Line;
  number: number;
  onChange(next: Partial<Line>): void;
  onRemove: (() => void) | null;
}) {
  const t = useTexts().paymentLinks;
  return (
    <Paper withBorder p="sm" radius="md" component="fieldset">
      <legend>{t.form.item(number)}</legend>
      <Stack gap="xs">
        <Field
          label={t.form.text}
          required
          maxLength={200}
          value={line.text}
          onText={(text) => onChange({ text })}
        />
        <Group grow align="start">
          <Field
            label={t.form.quantity}
            inputMode="decimal"
            required
            value={line.quantity}
            onText={(quantity) => onChange({ quantity })}
          />
          <Field
            label={t.form.unitPrice}
            inputMode="decimal"
            required
            value={line.price}
            onText={(price) => onChange({ price })}
          />
        </Group>
        {onRemove && (
          <Group justify="end">
            <Button variant="subtle" size="xs" onClick={onRemove}>
              {t.form.removeItem(number)}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

/** The total of the items, computed as the server does. */
function totalOf(
  lines: { quantity: string; price: string }[],
  adjustments: readonly Adjustment[],
  currency: string,
): string {
  const exponent = exponentOf(currency);
  const totals = lines.map(({ quantity, price }) => {
    const [milli, minor] = [parseDecimal(quantity, quantityDecimals), parseDecimal(price, exponent)];
    return typeof milli === 'bigint' && typeof minor === 'bigint' ? itemTotalMinor(milli, minor) : 0n;
  });
  const subtotal = totals.reduce((sum, total) => sum + total, 0n);
  return formatDecimal(adjustedTotal(subtotal, adjustments, exponent).totalMinor, exponent);
}

/** The number that the next invoice gets if it is given none. */
function useNextNumber(): string {
  const { place } = useHere();
  const numbers = useQuery({
    queryKey: ['invoice-numbers', place.merchant_id, 'next'],
    queryFn: () => call('GET /dashboard/api/invoice-numbers', { at: place.merchant_id }),
  });
  return numbers.data?.number ?? '';
}
