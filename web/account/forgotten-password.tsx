import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { Fault, Notice, PublicPage, submitting } from '../parts/basics.tsx';

export function ForgottenPasswordPage() {
  const t = useTexts().access;
  const [email, setEmail] = useState('');
  const asking = useMutation({
    mutationFn: () => call('askForReset', { body: { email } }),
  });
  return (
    <PublicPage title={t.reset.title}>
      <form onSubmit={submitting(() => asking.mutate())}>
        <Stack>
          <Text>{t.reset.hint}</Text>
          <TextInput
            label={t.signIn.email}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
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
