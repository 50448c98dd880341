import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isFor, isMethodCode } from '../../src/accounts/methods/methods.ts';
import { isAsset } from '../../src/base/money/asset.ts';
import { currencyCodes } from '../../src/base/money/currency.ts';
import { languages } from '../../src/base/money/language.ts';
import { regions } from '../../src/base/money/region.ts';
import { decimalMarkOf, readTypedAmount } from '../../src/base/money/typed-amount.ts';
import type { Answer, Input } from '../app/api.ts';
import { call, Refusal } from '../app/api.ts';
import { languageChoices, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { methodName } from '../parts/method-name.ts';

/** Shared by the forms of payment links and invoices. */

export type PaymentLinkBody = Input<'POST /api/payment-links'>['body'];

export type PaymentLink = Answer<'GET /api/payment-links/{link}'>;

/** What a form begins with: the payment link that is edited, or that a new one is a copy of. */
export interface Origin {
  link: PaymentLink;
  isEdited: boolean;
}

const key = 'pasarela-link-terms';

/** Country, currency, methods and language. A new link starts with the terms of the previous one. */
export interface Terms {
  country: string;
  currency: string;
  methods: string[];
  language: string;
}

/** The terms, their setter, and the methods available for them. */
export function useTerms(origin: Origin | null): [Terms, (change: Partial<Terms>) => void, string[]] {
  const at = useHere().place.merchant_id;
  const settings = useQuery({
    queryKey: ['settings', at, 'methods'],
    queryFn: () => call('GET /dashboard/api/settings', { at }),
  });
  const [chosen, setChosen] = useState<Terms>(() => ({
    country: 'COL',
    currency: 'USD',
    methods: ['CARDS'],
    language: '',
    ...(origin ? termsOf(origin.link) : JSON.parse(localStorage.getItem(key) ?? '{}')),
  }));
  const offered = (settings.data?.methods ?? [])
    .filter(({ code, currencies, on }) => on && canPay(code, currencies, chosen))
    .map(({ code }) => code);
  return [
    { ...chosen, methods: chosen.methods.filter((method) => offered.includes(method)) },
    (change) => setChosen((before) => ({ ...before, ...change })),
    offered,
  ];
}

function termsOf({ country, currency, methods, language }: PaymentLink): Terms {
  return { country, currency, methods, language: language ?? '' };
}

/** Writes a stored decimal as the reader's language does, for a field. */
export function useWritten(): (decimal: string | null) => string {
  const { language } = useLanguage();
  return (decimal) => (decimal ?? '').replace('.', decimalMarkOf(language));
}

/** The payment link to begin a form with; undefined: it is being read. */
export function usePaymentLink(id: string | undefined) {
  const at = useHere().place.merchant_id;
  return useQuery({
    queryKey: ['link', at, id, 'origin'],
    queryFn: () => call('GET /api/payment-links/{link}', { at, path: { link: id ?? '' } }),
    enabled: id !== undefined,
    // An earlier version of it is of no use.
    gcTime: 0,
  });
}

function canPay(code: string, allowed: readonly string[], { country, currency }: Terms): boolean {
  const isAllowed = allowed.length === 0 || allowed.includes(currency);
  return isAllowed && isMethodCode(code) && isFor(code, country, currency);
}

/** The part of the request body that the terms make up. */
export function termsBody({ country, currency, methods, language }: Terms) {
  const spoken = languages.find((each) => each === language);
  return { country, currency, methods, ...(spoken && { language: spoken }) };
}

/**
 * Parses an amount or quantity typed in the reader's language. Ambiguous or unreadable text is marked so that the server
 * refuses it: "50.000" must not be taken for 50.
 */
export function useTyped(): (text: string, decimals: number) => string {
  const { language } = useLanguage();
  return (text, decimals) => readTypedAmount(text, language, decimals) ?? `${text.trim()} ?`;
}

/** Creates a payment link or invoice, or changes it, and opens it. */
export function useMaking(terms: Terms, origin: Origin | null) {
  const t = useTexts().paymentLinks;
  const { place } = useHere();
  const queries = useQueryClient();
  const navigate = useNavigate();
  // One idempotency key per request, so that a second click creates nothing twice.
  const [once, setOnce] = useState(() => crypto.randomUUID());
  const making = useMutation({
    mutationFn: (body: PaymentLinkBody) =>
      origin?.isEdited
        ? call('PUT /api/payment-links/{link}', {
            at: place.merchant_id,
            path: { link: origin.link.id },
            body: { ...body, version: origin.link.version },
          })
        : call('POST /api/payment-links', { at: place.merchant_id, once, body }),
    onSuccess: async ({ id }) => {
      if (!origin?.isEdited) localStorage.setItem(key, JSON.stringify(terms));
      await Promise.all(['links', 'link'].map((each) => queries.invalidateQueries({ queryKey: [each] })));
      const hash = origin?.isEdited ? 'changed' : 'new';
      await navigate({ to: '/links/$link', params: { link: id }, hash });
    },
    onError: () => setOnce(crypto.randomUUID()),
  });
  const refused = making.error instanceof Refusal ? making.error.fields : [];
  const faultOf = (field: string): string | null =>
    refused.some((each) => each.field.split('.')[0] === field)
      ? (t.faults[field] ?? t.faults.title ?? '')
      : null;
  // Faults shown beside their fields are not repeated above the form.
  const isNotified =
    refused.length > 0 && refused.every((each) => (each.field.split('.')[0] ?? '') in t.faults);
  return { making, faultOf, error: isNotified ? null : making.error };
}

export function TermsFields({
  terms,
  change,
  offered,
  faultOf,
  isFixed,
}: {
  terms: Terms;
  change(next: Partial<Terms>): void;
  offered: readonly string[];
  /** Country and currency stay as they are. */
  isFixed: boolean;
  faultOf(field: string): string | null;
}) {
  const t = useTexts().paymentLinks;
  const { language } = useLanguage();
  const methods = useTexts().payments.methods;
  const countryNames = new Intl.DisplayNames(language, { type: 'region' });
  const currencyNames = new Intl.DisplayNames(language, { type: 'currency' });
  const countries = Object.entries(regions)
    .map(([value, region]) => ({ value, label: countryNames.of(region) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Stack>
      <Group grow align="start">
        <NativeSelect
          label={t.form.currency}
          error={faultOf('currency')}
          disabled={isFixed}
          value={terms.currency}
          onChange={(event) => change({ currency: event.currentTarget.value })}
          data={currencyCodes.map((value) => ({
            value,
            label: `${value} · ${currencyNames.of(value) ?? ''}`,
          }))}
        />
        <NativeSelect
          label={t.form.country}
          error={faultOf('country')}
          disabled={isFixed}
          value={terms.country}
          onChange={(event) => change({ country: event.currentTarget.value })}
          data={countries}
        />
      </Group>
      <Checkbox.Group
        label={t.form.methods}
        error={faultOf('methods')}
        value={terms.methods}
        onChange={(next) => change({ methods: next })}
      >
        <Group mt="xs">
          {offered.map((method) => (
            <Checkbox key={method} value={method} label={methodName(method, methods)} />
          ))}
        </Group>
      </Checkbox.Group>
      {!offered.some((method) => isAsset(method)) && <Text size="sm">{t.form.cryptoHint}</Text>}
    </Stack>
  );
}

export function LanguageField({
  terms,
  change,
  whenNone,
}: {
  terms: Terms;
  change(next: Partial<Terms>): void;
  whenNone: string;
}) {
  const t = useTexts().paymentLinks;
  return (
    <NativeSelect
      label={t.form.language}
      value={terms.language}
      onChange={(event) => change({ language: event.currentTarget.value })}
      data={[{ value: '', label: whenNone }, ...languageChoices]}
    />
  );
}

/** A text field with its fault. */
export function Field({
  label,
  value,
  onText,
  ...rest
}: {
  label: string;
  value: string;
  onText(text: string): void;
  description?: string;
  error?: string | null;
  type?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  inputMode?: 'decimal' | 'numeric' | 'text';
  maxLength?: number;
}) {
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      {...rest}
    />
  );
}
