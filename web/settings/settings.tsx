import {
  Button,
  Group,
  Loader,
  NativeSelect,
  Paper,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, call } from '../app/api.ts';
import { languageChoices, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { methodName } from '../parts/method-name.ts';
import { BrandColor, Logo } from './brand.tsx';
import { InvoiceNumbers } from './invoice-numbers.tsx';

export type Settings = Answer<'GET /dashboard/api/settings'>;

export function SettingsPage() {
  const t = useTexts().settings;
  const { place, may } = useHere();
  const at = place.merchant_id;
  const settings = useQuery({
    queryKey: ['settings', at],
    queryFn: () => call('GET /dashboard/api/settings', { at }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Stack maw={760}>
      <PageTitle>{t.title}</PageTitle>
      {settings.data && <Text className="wrap">{t.hint(settings.data.name)}</Text>}
      {!may('settings.manage') && <Text>{t.readOnly}</Text>}
      <Fault error={settings.error} />
      {settings.isPending && <Loader aria-label="…" />}
      {settings.data && <Form key={at} settings={settings.data} />}
      {settings.data && <InvoiceNumbers key={`numbers ${at}`} />}
    </Stack>
  );
}

function Form({ settings }: { settings: Settings }) {
  const t = useTexts().settings;
  const { common } = useLanguage();
  const { place, may } = useHere();
  const at = place.merchant_id;
  const queries = useQueryClient();
  const form = useForm({ initialValues: settings });
  const edit = form.values;
  const isFixed = !may('settings.manage');
  const save = useSending(
    form,
    (edited) => call('PUT /dashboard/api/settings', { at, body: bodyOf(edited) }),
    (saved) => {
      queries.setQueryData(['settings', at], saved);
      form.setValues(saved);
    },
  );
  // Saved separately, because it needs a fresh proof.
  const sign = useMutation({
    mutationFn: () =>
      call('PUT /dashboard/api/settings/signed-payouts', { at, body: { demanded: !edit.signed_payouts } }),
    onSuccess: (saved) => {
      queries.setQueryData(['settings', at], saved);
      form.setFieldValue('signed_payouts', saved.signed_payouts);
    },
  });
  const text = (
    field: 'return_url' | 'support_email' | 'support_url' | 'terms_url',
    label: string,
    description?: string,
  ) => (
    <TextInput
      type={field === 'support_email' ? 'email' : 'url'}
      label={label}
      {...(description && { description })}
      readOnly={isFixed}
      {...form.getInputProps(field)}
      value={edit[field] ?? ''}
    />
  );
  return (
    <>
      <Section title={t.brand.logo}>
        <Logo
          url={edit.logo_url}
          isFixed={isFixed}
          onChanged={(saved) => {
            queries.setQueryData(['settings', at], saved);
            form.setFieldValue('logo_url', saved.logo_url);
          }}
        />
      </Section>
      <form onSubmit={save.submit}>
        <Stack>
          <Section title={t.brand.title}>
            <Text>{t.brand.hint}</Text>
            <BrandColor
              settings={edit}
              isFixed={isFixed}
              onChange={(color) => form.setFieldValue('color', color || null)}
            />
          </Section>
          <Section title={t.methods.title}>
            {edit.methods.length === 0 && <Text>{t.methods.none}</Text>}
            {edit.methods.length > 1 && <Text>{t.methods.hint}</Text>}
            {edit.methods.map(({ code, on }, at) => {
              const name = methodName(code, t.methods.names);
              return (
                <Group key={code} justify="space-between" wrap="nowrap">
                  <Switch
                    label={name}
                    checked={on}
                    disabled={isFixed}
                    onChange={() =>
                      form.setFieldValue(
                        'methods',
                        edit.methods.map((each) => (each.code === code ? { ...each, on: !on } : each)),
                      )
                    }
                  />
                  <Button.Group>
                    <Button
                      variant="default"
                      aria-label={t.methods.up(name)}
                      disabled={isFixed || at === 0}
                      onClick={() => form.reorderListItem('methods', { from: at, to: at - 1 })}
                    >
                      ↑
                    </Button>
                    <Button
                      variant="default"
                      aria-label={t.methods.down(name)}
                      disabled={isFixed || at === edit.methods.length - 1}
                      onClick={() => form.reorderListItem('methods', { from: at, to: at + 1 })}
                    >
                      ↓
                    </Button>
                  </Button.Group>
                </Group>
              );
            })}
          </Section>
          <Section title={t.statement.title}>
            <TextInput
              readOnly
              label={t.statement.label}
              description={t.statement.hint}
              value={edit.statement_descriptor ?? t.statement.none}
            />
          </Section>
          <Section title={t.help.title}>
            <Text>{t.help.shown}</Text>
            {text('support_email', t.help.supportEmail)}
            {text('support_url', t.help.supportUrl, t.help.urlHint)}
            {text('terms_url', t.help.termsUrl, t.help.urlHint)}
            {text('return_url', t.help.returnUrl, t.help.returnUrlHint)}
          </Section>
          <Section title={t.receipts.title}>
            <Switch
              label={t.receipts.on}
              disabled={isFixed}
              {...form.getInputProps('receipts', { type: 'checkbox' })}
            />
          </Section>
          <Section title={t.signed.title}>
            <Switch
              label={t.signed.on}
              description={t.signed.hint}
              checked={edit.signed_payouts}
              disabled={isFixed || sign.isPending}
              onChange={() => sign.mutate()}
            />
          </Section>
          <Fault error={sign.error} />
          <Section title={t.contact.title}>
            <TextInput
              type="email"
              required
              label={t.contact.email}
              description={t.contact.emailHint}
              readOnly={isFixed}
              {...form.getInputProps('contact_email')}
              error={
                form.errors.contact_email ??
                (edit.contact_refused &&
                  edit.contact_email === settings.contact_email &&
                  t.contact.refused(edit.contact_refused.answer))
              }
            />
            <NativeSelect
              label={t.contact.language}
              description={t.contact.languageHint}
              disabled={isFixed}
              {...form.getInputProps('language')}
              data={languageChoices}
            />
            <NativeSelect
              label={t.contact.timeZone}
              description={t.contact.timeZoneHint}
              disabled={isFixed}
              {...form.getInputProps('time_zone')}
              data={zonesWith(edit.time_zone)}
            />
          </Section>
          <Fault error={save.error} />
          <Notice>{save.isSuccess ? t.saved : null}</Notice>
          {!isFixed && (
            <Group>
              <Button type="submit" loading={save.isPending}>
                {common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </>
  );
}

/** Browsers omit some zones from their list; always include the one that is set. */
function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), zone])];
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Stack>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

function bodyOf(shown: Settings) {
  const {
    name: _,
    logo_url: __,
    statement_descriptor: ___,
    contact_refused: ____,
    signed_payouts: _____,
    methods,
    ...settings
  } = shown;
  const orNull = (text: string | null): string | null => text?.trim() || null;
  return {
    ...settings,
    contact_email: settings.contact_email.trim(),
    return_url: orNull(settings.return_url),
    support_email: orNull(settings.support_email),
    support_url: orNull(settings.support_url),
    terms_url: orNull(settings.terms_url),
    color: orNull(settings.color),
    methods: methods.map(({ code, on }) => ({ code, on })),
  };
}
