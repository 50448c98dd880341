import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import { call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { canUsePasskeys, signInByPasskey } from '../app/passkey.ts';
import { Fault, PublicPage } from '../parts/basics.tsx';
import { useSending } from '../parts/form.ts';
import { Password } from '../parts/password.tsx';

const route = getRouteApi('/sign-in');
/** Where to go on: never to another site, whatever the address says. */
const ourPage = /^\/dashboard\/(?!sign-in)[^\\]*$/;

export function SignInPage() {
  const router = useRouter();
  const queries = useQueryClient();
  const { to } = route.useSearch();
  async function enter(): Promise<void> {
    // Remove the cached answer "nobody is signed in"; a stale one would redirect straight back here.
    queries.removeQueries({ queryKey: ['me'] });
    if (to !== undefined && ourPage.test(to)) router.history.push(to);
    else await router.navigate({ to: '/home' });
  }
  return <SignInForms frame={PublicPage} onDone={enter} />;
}

type Frame = ComponentType<{ title: string; children: ReactNode }>;

/** Password or passkey, then the code of the second factor if the person has one. */
export function SignInForms({ frame, onDone }: { frame: Frame; onDone(): Promise<void> }) {
  const [needsCode, setNeedsCode] = useState(false);
  return needsCode ? (
    <Code frame={frame} onDone={onDone} onBack={() => setNeedsCode(false)} />
  ) : (
    <ByPassword frame={frame} onDone={onDone} onCode={() => setNeedsCode(true)} />
  );
}

function ByPassword({
  frame: Around,
  onDone,
  onCode,
}: {
  frame: Frame;
  onDone(): Promise<void>;
  onCode(): void;
}) {
  const t = useTexts().access;
  const form = useForm({ initialValues: { email: '', password: '' } });
  const signIn = useSending(
    form,
    (body) => call('POST /dashboard/api/session', { body }),
    ({ needs_second_factor }) => (needs_second_factor ? onCode() : onDone()),
  );
  return (
    <Around title={t.signIn.title}>
      <form onSubmit={signIn.submit}>
        <Stack>
          <TextInput
            label={t.signIn.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Password
            label={t.signIn.password}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Fault error={signIn.error} />
          <Button type="submit" loading={signIn.isPending}>
            {t.signIn.submit}
          </Button>
          {canUsePasskeys() && <ByPasskey onDone={onDone} />}
          <Link to="/reset">{t.signIn.forgot}</Link>
        </Stack>
      </form>
    </Around>
  );
}

function ByPasskey({ onDone }: { onDone(): Promise<void> }) {
  const t = useTexts().access;
  const signIn = useMutation({ mutationFn: signInByPasskey, onSuccess: onDone });
  return (
    <>
      <Fault error={signIn.error} words={{ no_passkey: t.signIn.noPasskey }} />
      <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t.signIn.byPasskey}
      </Button>
    </>
  );
}

function Code({ frame: Around, onDone, onBack }: { frame: Frame; onDone(): Promise<void>; onBack(): void }) {
  const t = useTexts().access;
  const form = useForm({ initialValues: { code: '' } });
  const confirm = useSending(
    form,
    ({ code }) => call('POST /dashboard/api/session/second-factor', { body: { code: code.trim() } }),
    onDone,
  );
  return (
    <Around title={t.signIn.codeTitle}>
      <form onSubmit={confirm.submit}>
        <Stack>
          <Text>{t.signIn.codeHint}</Text>
          <TextInput
            label={t.signIn.code}
            autoComplete="one-time-code"
            required
            minLength={6}
            maxLength={20}
            {...form.getInputProps('code')}
          />
          <Fault error={confirm.error} />
          <Button type="submit" loading={confirm.isPending}>
            {t.signIn.confirm}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t.signIn.back}
          </Button>
        </Stack>
      </form>
    </Around>
  );
}
