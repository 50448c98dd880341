import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault, Notice } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';

type Numbers = Answer<'GET /dashboard/api/invoice-numbers'>;

/** Which numbers the next invoices get. */
export function InvoiceNumbers() {
  const { place, may } = useHere();
  const at = place.merchant_id;
  const numbers = useQuery({
    queryKey: ['invoice-numbers', at],
    queryFn: () => call('GET /dashboard/api/invoice-numbers', { at }),
    enabled: may('links.read'),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return numbers.data ? <Form numbers={numbers.data} /> : null;
}

function Form({ numbers }: { numbers: Numbers }) {
  const t = useTexts().settings.invoices;
  const { place, may } = useHere();
  const { prefix, next } = numbers;
  const form = useForm({ initialValues: { prefix, next } });
  const save = useSending(form, (body) =>
    call('PUT /dashboard/api/invoice-numbers', { at: place.merchant_id, body }),
  );
  const isFixed = !may('links.manage');
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={save.submit}>
        <Stack>
          <Title order={2} size="h4">
            {t.title}
          </Title>
          <Group grow align="start">
            <TextInput label={t.prefix} maxLength={20} readOnly={isFixed} {...form.getInputProps('prefix')} />
            <TextInput
              label={t.next}
              inputMode="numeric"
              maxLength={12}
              readOnly={isFixed}
              {...form.getInputProps('next')}
            />
          </Group>
          <Text size="sm">{t.hint(form.values.prefix + form.values.next)}</Text>
          <Fault error={save.error} />
          <Notice>{save.isSuccess ? t.saved : null}</Notice>
          {!isFixed && (
            <Group>
              <Button type="submit" variant="default" loading={save.isPending}>
                {t.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Paper>
  );
}
