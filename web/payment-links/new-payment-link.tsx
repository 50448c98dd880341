import { Accordion, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { exponentOf } from '../../src/base/money/currency.ts';
import { useTexts } from '../app/language.tsx';
import { Fault, PageTitle, submitting } from '../parts/basics.tsx';
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

const route = getRouteApi('/shell/links/new');

export function NewPaymentLinkPage() {
  const t = useTexts().paymentLinks;
  const { from } = route.useSearch();
  const copied = usePaymentLink(from);
  return (
    <Stack maw={620}>
      <Link to="/links">← {t.back}</Link>
      <PageTitle>{t.newLink}</PageTitle>
      <Fault error={copied.error} />
      {from === undefined && <PaymentLinkForm origin={null} />}
      {copied.data && <PaymentLinkForm origin={{ link: copied.data, isEdited: false }} />}
    </Stack>
  );
}

/** A whole number as typed, without thousands; null: something else. */
function whole(text: string): number | null {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : null;
}

/** A time as the field for it has it, on this device's clock. */
function localTime(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function PaymentLinkForm({ origin: first }: { origin: Origin | null }) {
  // What is read later must not pass for what this person saw.
  const [origin] = useState(first);
  const t = useTexts().paymentLinks;
  const typed = useTyped();
  const written = useWritten();
  const [terms, change, offered] = useTerms(origin);
  const of = origin?.link;
  const isEdited = origin?.isEdited ?? false;
  const [isOpen, setIsOpen] = useState(of ? of.amount === null : false);
  const [texts, setTexts] = useState(() => ({
    title: of?.title ?? '',
    amount: written(of?.amount ?? null),
    min: written(of?.min_amount ?? null),
    max: written(of?.max_amount ?? null),
    least: String(of?.min_quantity ?? 1),
    most: String(of?.max_quantity ?? ''),
    stock: String(of?.stock ?? ''),
    number: isEdited ? (of?.number ?? '') : '',
    expires: isEdited ? localTime(of?.expires_at ?? null) : '',
  }));
  const [isMany, setIsMany] = useState(of ? of.max_quantity !== null : false);
  const [isOnce, setIsOnce] = useState(of?.once ?? false);
  const { making, faultOf, error } = useMaking(terms, origin);
  // A time that nobody changed keeps its seconds.
  const expires =
    isEdited && texts.expires === localTime(of?.expires_at ?? null)
      ? (of?.expires_at ?? undefined)
      : texts.expires && new Date(texts.expires).toISOString();
  const set = (name: keyof typeof texts) => (text: string) =>
    setTexts((before) => ({ ...before, [name]: text }));
  const decimals = exponentOf(terms.currency);
  const amounts = isOpen
    ? {
        ...(texts.min.trim() && { min_amount: typed(texts.min, decimals) }),
        ...(texts.max.trim() && { max_amount: typed(texts.max, decimals) }),
      }
    : {
        amount: typed(texts.amount, decimals),
        ...(isMany && { min_quantity: whole(texts.least) ?? 1, max_quantity: whole(texts.most) ?? 0 }),
      };
  const send = (): void =>
    making.mutate({
      kind: 'link',
      title: texts.title,
      ...amounts,
      ...termsBody(terms),
      once: isOnce,
      ...(!isOnce && texts.stock.trim() && { stock: whole(texts.stock) ?? 0 }),
      ...(texts.number.trim() && { number: texts.number }),
      ...(expires && { expires_at: expires }),
    });
  return (
    <form onSubmit={submitting(send)}>
      <Stack>
        <Field
          label={t.form.title}
          description={t.form.titleHint}
          error={faultOf('title')}
          required
          maxLength={500}
          value={texts.title}
          onText={set('title')}
        />
        <NativeSelect
          label={t.form.price}
          value={isOpen ? 'open' : 'fixed'}
          onChange={(event) => setIsOpen(event.currentTarget.value === 'open')}
          data={[
            { value: 'fixed', label: t.form.fixed },
            { value: 'open', label: t.form.open },
          ]}
        />
        {isOpen ? (
          <Group grow align="start">
            <Field
              label={t.form.min}
              error={faultOf('min_amount')}
              inputMode="decimal"
              value={texts.min}
              onText={set('min')}
            />
            <Field
              label={t.form.max}
              error={faultOf('max_amount')}
              inputMode="decimal"
              value={texts.max}
              onText={set('max')}
            />
          </Group>
        ) : (
          <Field
            label={`${isMany ? t.form.unitPrice : t.form.amount} (${terms.currency})`}
            error={faultOf('amount')}
            inputMode="decimal"
            required
            value={texts.amount}
            onText={set('amount')}
          />
        )}
        {!isOpen && (
          <Checkbox
            label={t.form.choosesQuantity}
            checked={isMany}
            onChange={(event) => setIsMany(event.currentTarget.checked)}
          />
        )}
        {!isOpen && isMany && (
          <Group grow align="start">
            <Field
              label={t.form.leastQuantity}
              error={faultOf('min_quantity')}
              inputMode="numeric"
              value={texts.least}
              onText={set('least')}
            />
            <Field
              label={t.form.mostQuantity}
              error={faultOf('max_quantity')}
              inputMode="numeric"
              required
              value={texts.most}
              onText={set('most')}
            />
          </Group>
        )}
        <TermsFields terms={terms} change={change} offered={offered} faultOf={faultOf} isFixed={isEdited} />
        <NativeSelect
          label={t.form.times}
          disabled={isEdited}
          value={isOnce ? 'once' : 'many'}
          onChange={(event) => setIsOnce(event.currentTarget.value === 'once')}
          data={[
            { value: 'many', label: t.form.many },
            { value: 'once', label: t.form.once },
          ]}
        />
        <Accordion variant="contained">
          <Accordion.Item value="more">
            <Accordion.Control>{t.form.more}</Accordion.Control>
            <Accordion.Panel>
              <Stack>
                {!isOnce && (
                  <Field
                    label={t.form.stock}
                    description={t.form.stockHint}
                    error={faultOf('stock')}
                    inputMode="numeric"
                    value={texts.stock}
                    onText={set('stock')}
                  />
                )}
                <Field
                  label={t.form.expires}
                  error={faultOf('expires_at')}
                  type="datetime-local"
                  value={texts.expires}
                  onText={set('expires')}
                />
                <Field
                  label={t.form.number}
                  description={t.form.numberHint}
                  error={faultOf('number')}
                  maxLength={60}
                  disabled={isEdited}
                  value={texts.number}
                  onText={set('number')}
                />
                <LanguageField terms={terms} change={change} whenNone={t.form.anyLanguage} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <Fault error={error} />
        <Group>
          <Button type="submit" loading={making.isPending}>
            {isEdited ? t.form.save : t.form.makeLink}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
