import { Accordion, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { exponentOf } from '../../src/base/money/currency.ts';
import { useTexts } from '../app/language.tsx';
import { Fault, PageTitle, submitting } from '../parts/basics.tsx';
import {
  Field,
  LanguageField,
  TermsFields,
  termsBody,
  useMaking,
  useTerms,
  useTyped,
} from './payment-link-form.tsx';

export function NewPaymentLinkPage() {
  const t = useTexts().paymentLinks;
  const typed = useTyped();
  const [terms, change, offered] = useTerms();
  const [isOpen, setIsOpen] = useState(false);
  const [texts, setTexts] = useState({ title: '', amount: '', min: '', max: '', number: '', expires: '' });
  const [isOnce, setIsOnce] = useState(false);
  const { making, faultOf, error } = useMaking(terms);
  const set = (name: keyof typeof texts) => (text: string) =>
    setTexts((before) => ({ ...before, [name]: text }));
  const decimals = exponentOf(terms.currency);
  const amounts = isOpen
    ? {
        ...(texts.min.trim() && { min_amount: typed(texts.min, decimals) }),
        ...(texts.max.trim() && { max_amount: typed(texts.max, decimals) }),
      }
    : { amount: typed(texts.amount, decimals) };
  const send = (): void =>
    making.mutate({
      kind: 'link',
      title: texts.title,
      ...amounts,
      ...termsBody(terms),
      once: isOnce,
      ...(texts.number.trim() && { number: texts.number }),
      ...(texts.expires && { expires_at: new Date(texts.expires).toISOString() }),
    });
  return (
    <Stack maw={620}>
      <Link to="/links">← {t.back}</Link>
      <PageTitle>{t.newLink}</PageTitle>
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
              label={`${t.form.amount} (${terms.currency})`}
              error={faultOf('amount')}
              inputMode="decimal"
              required
              value={texts.amount}
              onText={set('amount')}
            />
          )}
          <TermsFields terms={terms} change={change} offered={offered} faultOf={faultOf} />
          <NativeSelect
            label={t.form.times}
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
              {t.form.makeLink}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  );
}
