import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault, Notice, PageTitle, submitting } from '../parts/basics.tsx';
import { ClaimLink } from './claim-link.tsx';
import { namedCountries } from './countries.ts';
import { MoneyFacts, Problems } from './payout-money.tsx';

const empty = { email: '', amount: '', country: '', reference: '', description: '', asset: 'USDT' as const };
type Typed = Omit<typeof empty, 'asset'> & { asset: 'USDT' | 'USDC' };

export function NewPayoutPage() {
  const t = useTexts().payouts;
  const { place } = useHere();
  const [typed, setTyped] = useState<Typed>(empty);
  const quote = useMutation({
    mutationFn: () => call('POST /dashboard/api/payout-quotes', { at: place.merchant_id ?? '', body: typed }),
  });
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
            setTyped(empty);
          }}
        />
      ) : quote.data ? (
        <Confirm typed={typed} quote={quote.data} onBack={quote.reset} onMade={setMade} />
      ) : (
        <Form
          typed={typed}
          onType={(change) => setTyped({ ...typed, ...change })}
          isPending={quote.isPending}
          error={quote.error}
          onSend={() => quote.mutate()}
        />
      )}
    </Stack>
  );
}

function Form({
  typed,
  onType,
  isPending,
  error,
  onSend,
}: {
  typed: Typed;
  onType(change: Partial<Typed>): void;
  isPending: boolean;
  error: unknown;
  onSend(): void;
}) {
  const t = useTexts().payouts;
  const faults = error instanceof Refusal ? error.fields.map(({ field }) => field) : [];
  const mend = (field: 'email' | 'amount' | 'country' | 'reference' | 'description') =>
    faults.includes(field) ? t.faultKinds[field] : null;
  const amountFault = isAmbiguous(typed.amount) ? t.faultKinds.amount_ambiguous : mend('amount');
  const isShown = faults.length > 0 && faults.every((field) => field in typed);
  return (
    <form onSubmit={submitting(onSend)}>
      <Stack>
        <Text>{t.make.hint}</Text>
        <TextInput
          label={t.make.email}
          type="email"
          required
          autoComplete="off"
          error={mend('email')}
          value={typed.email}
          onChange={(event) => onType({ email: event.currentTarget.value })}
        />
        <Group align="start" grow>
          <TextInput
            label={t.make.amount}
            inputMode="decimal"
            required
            error={faults.includes('amount') ? amountFault : null}
            value={typed.amount}
            onChange={(event) => onType({ amount: event.currentTarget.value })}
          />
          <NativeSelect
            label={t.make.asset}
            value={typed.asset}
            onChange={(event) => onType({ asset: event.currentTarget.value as Typed['asset'] })}
            data={['USDT', 'USDC']}
          />
        </Group>
        <Country value={typed.country} error={mend('country')} onChange={(country) => onType({ country })} />
        <TextInput
          label={t.make.reference}
          maxLength={200}
          error={mend('reference')}
          value={typed.reference}
          onChange={(event) => onType({ reference: event.currentTarget.value })}
        />
        <TextInput
          label={t.make.description}
          maxLength={500}
          error={mend('description')}
          value={typed.description}
          onChange={(event) => onType({ description: event.currentTarget.value })}
        />
        <Fault error={isShown ? null : error} />
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
  error: string | null;
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
