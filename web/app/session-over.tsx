import { Loader, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Dialog } from '../parts/basics.tsx';
import { call, signInAgainBy } from './api.ts';
import { useLanguage } from './language.tsx';
import { useHere } from './session.tsx';
import { onSignedOut } from './signed-out.ts';

const SignInForms = lazy(async () => ({ default: (await import('../account/sign-in.tsx')).SignInForms }));

interface Asking {
  promise: Promise<boolean>;
  answer(isSignedIn: boolean): void;
}

/**
 * The session is over: the person signs in again over the page, and what was being read or sent goes on. All requests
 * that fail meanwhile wait for the one dialog. Mounted once, for all pages.
 */
export function SessionOver() {
  const { common } = useLanguage();
  const { me } = useHere();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(() => {
    let current: Asking | null = null;
    signInAgainBy(() => {
      current ??= newAsking((over) => {
        if (current === over) current = null;
        setAsking(null);
      });
      setAsking(current);
      return current.promise;
    });
    const forget = onSignedOut(() => window.location.assign('/dashboard/sign-in'));
    return () => {
      signInAgainBy(null);
      forget();
    };
  }, []);
  if (!asking) return null;
  const done = async (): Promise<void> => {
    const now = await call('GET /dashboard/api/me', {});
    // What is shown belongs to somebody else.
    if (now.person.id !== me.person.id) return window.location.reload();
    asking.answer(true);
    await queries.invalidateQueries();
  };
  return (
    <Dialog title={common.sessionOver.title} isOpen onClose={() => asking.answer(false)}>
      <Stack>
        <Text>{common.sessionOver.text}</Text>
        <Suspense fallback={<Loader aria-label="…" />}>
          <SignInForms frame={Plain} onDone={done} />
        </Suspense>
      </Stack>
    </Dialog>
  );
}

/** The dialog has a title already. */
function Plain({ children }: { title: string; children: ReactNode }) {
  return <>{children}</>;
}

function newAsking(onAnswer: (over: Asking) => void): Asking {
  let resolve: (isSignedIn: boolean) => void = () => {};
  const asking: Asking = {
    promise: new Promise((done) => {
      resolve = done;
    }),
    answer(isSignedIn) {
      onAnswer(asking);
      resolve(isSignedIn);
    },
  };
  return asking;
}
