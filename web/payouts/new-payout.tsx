import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault, Notice, PageTitle, submitting } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { ClaimLink } from './claim-link.tsx';
import { namedCountries } from './countries.ts';
import { MoneyFacts, Problems } from './payout-money.tsx';

const empty = { email: '', amount: '', country: '', reference: '', description: '', asset: 'USDT' as const };
type Typed = Omit<typeof empty, 'asset'> & { asset: 'USDT' | 'USDC' };

export function NewPayoutPage() {
  const t = useTexts().payouts;
  const { place } = useHere();
  const form = useForm<Typed>({ initialValues: empty });
  const isUnclear = isAmbiguous(form.values.amount);
  const quote = useSending(
    form,
    (body) => call('POST /dashboard/api/payout-quotes', { at: place.merchant_id ?? '', body }),
    undefined,
    { ...t.faultKinds, ...(isUnclear && { amount: t.faultKinds.amount_ambiguous }) },
  );
  const [made, setMade] = useState<Answer<'POST /dashboard/api/payouts'> | null>(null);
  return (
    <Stack maw={560}>
      <Link to="/payouts">← {t.detail.back}</Link>
      <PageTitle>{t.make.title}</PageTitle>
      {made ? (
        <Made
          made={made}
          onAnother={() => {
            setMade(null);
            quote.reset();
            form.reset();
          }}
        />
      ) : quote.data ? (
        <Confirm typed={form.values} quote={quote.data} onBack={quote.reset} onMade={setMade} />
      ) : (
        <Form form={form} quote={quote} />
      )}
    </Stack>
  );
}

function Form({
  form,
  quote: { submit, isPending, error },
}: {
  form: ReturnType<typeof useForm<Typed>>;
  quote: Pick<ReturnType<typeof useSending<Typed, unknown>>, 'submit' | 'isPending' | 'error'>;
}) {
  const t = useTexts().payouts;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t.make.hint}</Text>
        <TextInput
          label={t.make.email}
          type="email"
          required
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <Group align="start" grow>
          <TextInput label={t.make.amount} inputMode="decimal" required {...form.getInputProps('amount')} />
          <NativeSelect label={t.make.asset} {...form.getInputProps('asset')} data={['USDT', 'USDC']} />
        </Group>
        <Country
          value={form.values.country}
          error={form.errors.country}
          onChange={(country) => form.setFieldValue('country', country)}
        />
        <TextInput label={t.make.reference} maxLength={200} {...form.getInputProps('reference')} />
        <TextInput label={t.make.description} maxLength={500} {...form.getInputProps('description')} />
        <Fault error={error} />
        <Group>
          <Button type="submit" loading={isPending}>
            {t.make.look}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Ambiguous: some read a thousands separator, others a decimal. */
const isAmbiguous = (amount: string): boolean => /^\d{1,3}[.,]\d{3}$/.test(amount.trim());

function Country({
  value,
  error,
  onChange,
}: {
  value: string;
  error: ReactNode;
  onChange(country: string): void;
}) {
  const t = useTexts().payouts;
  const { language } = useLanguage();
  const named = namedCountries(language);
  const [isOther, setOther] = useState(() => value !== '' && !named.some((each) => each.value === value));
  return (
    <>
      <NativeSelect
        label={t.make.country}
        required
        withAsterisk={false}
        error={isOther ? null : error}
        value={isOther ? 'other' : value}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setOther(chosen === 'other');
          onChange(chosen === 'other' ? '' : chosen);
        }}
        data={[{ value: '', label: '' }, ...named, { value: 'other', label: t.make.other }]}
      />
      {isOther && (
        <TextInput
          label={t.make.code}
          required
          maxLength={3}
          error={error}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
      )}
    </>
  );
}

function Confirm({
  typed,
  quote,
  onBack,
  onMade,
}: {
  typed: Typed;
  quote: Answer<'POST /dashboard/api/payout-quotes'>;
  onBack(): void;
  onMade(made: Answer<'POST /dashboard/api/payouts'>): void;
}) {
  const t = useTexts().payouts;
  const { money } = useFormats();
  const { place } = useHere();
  const queries = useQueryClient();
  const make = useMutation({
    // The idempotency key: repeated sends make one payout.
    mutationFn: () =>
      call('POST /dashboard/api/payouts', {
        at: place.merchant_id ?? '',
        body: { hash: quote.hash, asset: typed.asset, description: typed.description },
      }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['payouts'] });
      onMade(made);
    },
  });
  return (
    <form onSubmit={submitting(() => make.mutate())}>
      <Stack>
        <Title order={2} size="h4">
          {t.make.review}
        </Title>
        <MoneyFacts
          of={quote}
          asset={typed.asset}
          before={[
            [t.make.recipient, typed.email],
            [t.list.amount, money(quote.amount, 'USD')],
            [t.list.reference, typed.reference],
            [t.detail.description, typed.description],
          ]}
        />
        <Text>{t.make.approvals(quote.approvals_needed)}</Text>
        <Problems of={quote.problems} />
        <Fault error={make.error} />
        <Group>
          <Button type="submit" loading={make.isPending} disabled={quote.problems.length > 0}>
            {t.make.confirm}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t.make.change}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Made({ made, onAnother }: { made: Answer<'POST /dashboard/api/payouts'>; onAnother(): void }) {
  const t = useTexts().payouts;
  return (
    <Paper>
      <Stack>
        <Notice>{t.make.made}</Notice>
        <ClaimLink url={made.url} />
        <Group>
          <Button
            renderRoot={(props) => <Link to="/payouts/$payout" params={{ payout: made.id }} {...props} />}
          >
            {t.make.open}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {t.make.another}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
