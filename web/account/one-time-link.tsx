import { Alert, Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Fault, Notice, PublicPage } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { Password } from '../parts/password.tsx';

/** The page of a mailed one-time link (invitation or reset). Its secret is in the fragment, which browsers do not send. */
export function OneTimeLinkPage() {
  const t = useTexts().access;
  const [link] = useState(() => window.location.hash.slice(1));
  const look = useQuery({
    queryKey: ['link', link],
    queryFn: () => call('POST /dashboard/api/links/look', { body: { link } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (look.isPending) return <Loader m="xl" aria-label="…" />;
  if (look.error) {
    const isSpent = look.error instanceof Refusal && look.error.status < 500;
    return (
      <PublicPage title="Pasarela">
        {isSpent ? (
          <Alert color="red" variant="light">
            {t.oneTimeLink.spent}
          </Alert>
        ) : (
          <Fault error={look.error} />
        )}
        <Link to="/sign-in">{t.signIn.back}</Link>
      </PublicPage>
    );
  }
  return <Use link={link} looked={look.data} />;
}

function Use({ link, looked }: { link: string; looked: Answer<'POST /dashboard/api/links/look'> }) {
  const t = useTexts().access;
  const form = useForm({ initialValues: { name: '', password: '' } });
  const isInvitation = looked.kind === 'invitation';
  const use = useSending(form, ({ name, password }) =>
    call('POST /dashboard/api/links/use', {
      body: { link, ...(name && { name }), ...(password && { password }) },
    }),
  );
  const { common } = useLanguage();
  const role = common.roles[looked.role ?? ''] ?? '';
  return (
    <PublicPage title={isInvitation ? t.oneTimeLink.invitation : t.oneTimeLink.reset}>
      {isInvitation && (
        <Text>{t.oneTimeLink.invitationTo(looked.place ?? t.oneTimeLink.installation, role)}</Text>
      )}
      <Text className="wrap">{looked.email}</Text>
      {use.isSuccess ? (
        <>
          <Notice>{t.oneTimeLink.done}</Notice>
          <Link to="/sign-in">{t.signIn.title}</Link>
        </>
      ) : (
        <form onSubmit={use.submit}>
          <Stack>
            {!looked.has_account && (
              <TextInput
                label={t.oneTimeLink.name}
                autoComplete="name"
                required
                maxLength={100}
                {...form.getInputProps('name')}
              />
            )}
            {!(isInvitation && looked.has_account) && (
              <Password
                label={t.oneTimeLink.password}
                description={t.oneTimeLink.passwordHint}
                autoComplete="new-password"
                required
                minLength={12}
                {...form.getInputProps('password')}
              />
            )}
            <Fault error={use.error} />
            <Button type="submit" loading={use.isPending}>
              {isInvitation ? t.oneTimeLink.accept : t.oneTimeLink.save}
            </Button>
          </Stack>
        </form>
      )}
    </PublicPage>
  );
}
