import { Alert } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useLanguage } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Act } from './basics.tsx';

/** An act that needs a second factor. Without one, it links to the page that sets it up. */
export function StrongAct(act: ComponentProps<typeof Act>) {
  const { common } = useLanguage();
  const { person } = useHere().me;
  if (person.has_second_factor || person.has_passkey) return <Act {...act} />;
  return (
    <Alert color="orange" variant="light">
      {common.secondFactor.needed} <Link to="/account">{common.secondFactor.setUp}</Link>
    </Alert>
  );
}
