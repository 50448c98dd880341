import { Alert, Badge, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Language } from '../../src/base/money/language.ts';
import { type Answer, call, request } from '../app/api.ts';
import { languageChoices, useLanguage, useOperatorTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { typedPercent } from '../parts/amounts.ts';
import { Dialog, Facts, Fault, PageTitle } from '../parts/basics.tsx';
import { DownloadButton } from '../parts/download.tsx';
import { useSending } from '../parts/form.ts';
import { ListView, typingMs, useList } from '../parts/list.tsx';

type Made = Answer<'POST /dashboard/api/merchants'>;

export function MerchantsPage() {
  const t = useOperatorTexts();
  const { language } = useLanguage();
  const { may } = useHere();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, typingMs);
  const [made, setMade] = useState<Made | null>(null);
  const list = useList(['merchants', search], async (cursor) => {
    const { merchants, next_cursor } = await call('GET /dashboard/api/merchants', {
      query: { search, cursor },
    });
    return { rows: merchants, next_cursor };
  });
  return (
    <Stack maw={1100}>
      <PageTitle>{t.merchants.title}</PageTitle>
      {made && <Once made={made} onKept={() => setMade(null)} />}
      <Group align="end">
        <TextInput
          type="search"
          label={t.merchants.search}
          placeholder={t.merchants.searchHint}
          maxLength={254}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          flex="1 1 240px"
        />
        {may('merchants.manage') && <NewMerchant onMade={setMade} />}
        <DownloadButton
          open={(wanted) => request('GET /dashboard/api/merchants.csv', { query: { search } }, wanted)}
        />
      </Group>
      <ListView
        list={list}
        none={t.merchants.none}
        keyOf={({ id }) => id}
        columns={[
          { title: t.merchants.name, show: ({ name }) => name },
          { title: t.merchants.state, show: ({ enabled }) => <OpenBadge isOpen={enabled} /> },
          { title: t.merchants.email, show: ({ contact_email }) => contact_email },
          {
            title: t.merchants.fees,
            show: (merchant) =>
              [
                merchant.card_fee_basis_points,
                merchant.crypto_fee_basis_points,
                merchant.payout_fee_basis_points,
              ]
                .map((points) => `${typedPercent(points, language)} %`)
                .join(' · '),
          },
        ]}
        link={({ id }, content, className) => (
          <Link to="/merchants/$merchant" params={{ merchant: id }} className={className}>
            {content}
          </Link>
        )}
      />
    </Stack>
  );
}

export function OpenBadge({ isOpen }: { isOpen: boolean }) {
  const t = useOperatorTexts();
  return (
    <Badge color={isOpen ? 'green' : 'red'} variant="light" className="badge">
      {isOpen ? t.merchants.on : t.merchants.off}
    </Badge>
  );
}

/** Its owner makes the secrets: they never pass the operator's screen. */
function Once({ made, onKept }: { made: Made; onKept(): void }) {
  const t = useOperatorTexts();
  return (
    <Alert color="orange" variant="light" role="status">
      <Stack gap="sm">
        <Text fw={600} className="wrap">
          {t.merchants.made(made.name)}
        </Text>
        <Text className="wrap">{t.merchants.invited(made.invited ?? '')}</Text>
        <Facts of={[[t.merchants.id, <Code key="id">{made.id}</Code>]]} />
        <Group>
          <Button onClick={onKept}>{t.merchants.understood}</Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function NewMerchant({ onMade }: { onMade(made: Made): void }) {
  const t = useOperatorTexts();
  const { common } = useLanguage();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const form = useForm({
    initialValues: {
      name: '',
      contact_email: '',
      owner_email: '',
      language: 'es' as Language,
    },
  });
  const create = useSending(
    form,
    (body) => call('POST /dashboard/api/merchants', { body }),
    async (made) => {
      await queries.invalidateQueries({ queryKey: ['merchants'] });
      form.reset();
      close();
      onMade(made);
    },
  );
  return (
    <>
      <Button onClick={open}>{t.merchants.add}</Button>
      <Dialog isOpen={isOpen} onClose={close} title={t.merchants.add}>
        <form onSubmit={create.submit}>
          <Stack>
            <Text size="sm">{t.merchants.addHint}</Text>
            <TextInput
              label={t.merchants.name}
              required
              maxLength={100}
              {...form.getInputProps('name')}
              data-autofocus
            />
            <TextInput
              label={t.merchants.email}
              type="email"
              required
              maxLength={254}
              {...form.getInputProps('contact_email')}
            />
            <TextInput
              label={t.merchants.owner}
              description={t.merchants.ownerHint}
              type="email"
              required
              maxLength={254}
              {...form.getInputProps('owner_email')}
            />
            <NativeSelect
              label={t.merchants.language}
              {...form.getInputProps('language')}
              data={languageChoices}
            />
            <Fault error={create.error} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                {common.keep}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {t.merchants.add}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
