import { Alert, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useLanguage } from './language.tsx';
import { Act } from './parts.tsx';
import { useHere } from './session.tsx';

/** An act that takes a code of the second factor. Whoever has none yet is led to where it is set up. */
export function CodeAct({
  send,
  children,
  ...act
}: Omit<ComponentProps<typeof Act>, 'send'> & { send(code: string): Promise<unknown> }) {
  const { common } = useLanguage();
  const { me } = useHere();
  const [code, setCode] = useState('');
  if (!me.person.has_second_factor) {
    return (
      <Alert color="orange" variant="outline">
        {common.secondFactor.needed} <Link to="/account">{common.secondFactor.setUp}</Link>
      </Alert>
    );
  }
  // A code is good once, whatever came of it.
  async function sendOnce(): Promise<void> {
    try {
      await send(code.replaceAll(' ', ''));
    } finally {
      setCode('');
    }
  }
  return (
    <Act {...act} send={sendOnce}>
      {children}
      <TextInput
        label={common.secondFactor.code}
        description={common.secondFactor.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        pattern="[0-9 ]{6,7}"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </Act>
  );
}
