import { Alert, Button, Loader, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call, Refusal } from '../app/api.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Door, Fault, Good, submitting } from '../parts/basics.tsx';

/** Where a mailed link leads. Its secret is after the #, which no server is told. */
export function LinkPage() {
  const t = useTexts().access;
  const [link] = useState(() => window.location.hash.slice(1));
  const look = useQuery({
    queryKey: ['link', link],
    queryFn: () => call('lookAtLink', { body: { link } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (look.isPending) return <Loader m="xl" aria-label="…" />;
  if (look.error) {
    const isSpent = look.error instanceof Refusal && look.error.status < 500;
    return (
      <Door title="Pasarela">
        {isSpent ? (
          <Alert color="red" variant="outline">
            {t.link.spent}
          </Alert>
        ) : (
          <Fault error={look.error} />
        )}
        <Link to="/sign-in">{t.signIn.back}</Link>
      </Door>
    );
  }
  return <Use link={link} looked={look.data} />;
}

function Use({ link, looked }: { link: string; looked: Answer<'lookAtLink'> }) {
  const t = useTexts().access;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isInvitation = looked.kind === 'invitation';
  const use = useMutation({
    mutationFn: () =>
      call('useLink', {
        body: { link, ...(name && { name }), ...(password && { password }) },
      }),
  });
  const { common } = useLanguage();
  const role = common.roles[looked.role ?? ''] ?? '';
  return (
    <Door title={isInvitation ? t.link.invitation : t.link.reset}>
      {isInvitation && <Text>{t.link.invitationTo(looked.place ?? t.link.installation, role)}</Text>}
      <Text className="wrap">{looked.email}</Text>
      {use.isSuccess ? (
        <>
          <Good>{t.link.done}</Good>
          <Link to="/sign-in">{t.signIn.title}</Link>
        </>
      ) : (
        <form onSubmit={submitting(() => use.mutate())}>
          <Stack>
            {!looked.has_account && (
              <TextInput
                label={t.link.name}
                autoComplete="name"
                required
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
            {!(isInvitation && looked.has_account) && (
              <PasswordInput
                label={t.link.password}
                description={t.link.passwordHint}
                autoComplete="new-password"
                required
                minLength={12}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            )}
            <Fault error={use.error} />
            <Button type="submit" loading={use.isPending}>
              {isInvitation ? t.link.accept : t.link.save}
            </Button>
          </Stack>
        </form>
      )}
    </Door>
  );
}
