import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { Fault, Notice, PublicPage } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';

export function ForgottenPasswordPage() {
  const t = useTexts().access;
  const form = useForm({ initialValues: { email: '' } });
  const asking = useSending(form, (body) => call('POST /dashboard/api/password-resets', { body }));
  return (
    <PublicPage title={t.reset.title}>
      <form onSubmit={asking.submit}>
        <Stack>
          <Text>{t.reset.hint}</Text>
          <TextInput
            label={t.signIn.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Fault error={asking.error} />
          <Notice>{asking.isSuccess ? t.reset.sent : null}</Notice>
          <Button type="submit" loading={asking.isPending}>
            {t.reset.submit}
          </Button>
          <Link to="/sign-in">{t.signIn.back}</Link>
        </Stack>
      </form>
    </PublicPage>
  );
}
