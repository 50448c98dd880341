import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useLanguage } from '../language.tsx';
import { Door, Fault, Good } from '../parts.tsx';
import { submitting } from './sign-in.tsx';

export function ResetPage() {
  const { t } = useLanguage();
  const [email, setEmail] = useState('');
  const asking = useMutation({
    mutationFn: () => ask('/dashboard/api/password-resets', { method: 'POST', body: { email } }),
  });
  return (
    <Door title={t.reset.title}>
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
          <Good>{asking.isSuccess ? t.reset.sent : null}</Good>
          <Button type="submit" loading={asking.isPending}>
            {t.reset.submit}
          </Button>
          <Link to="/sign-in">{t.signIn.back}</Link>
        </Stack>
      </form>
    </Door>
  );
}
