import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { Dialog, Fault } from '../parts/basics.tsx';
import { type ActToProve, askProofsBy } from './api.ts';
import { useLanguage } from './language.tsx';
import { canUsePasskeys, proveByPasskey } from './passkey.ts';
import { useHere } from './session.tsx';

interface Asking extends ActToProve {
  answer(proof: string | null): void;
}

/** Asks for a fresh proof whenever the server demands one. Mounted once, for all pages. */
export function ProofDialog() {
  const { common } = useLanguage();
  const [asking, setAsking] = useState<Asking | null>(null);
  useEffect(() => {
    askProofsBy((act) => new Promise((answer) => setAsking({ ...act, answer })));
    return () => askProofsBy(null);
  }, []);
  if (!asking) return null;
  const answer = (proof: string | null): void => {
    setAsking(null);
    asking.answer(proof);
  };
  return (
    <Dialog title={common.secondFactor.title} isOpen onClose={() => answer(null)}>
      <Prove act={asking} onAnswer={answer} />
    </Dialog>
  );
}

function Prove({ act, onAnswer }: { act: ActToProve; onAnswer(proof: string | null): void }) {
  const { common } = useLanguage();
  const { me } = useHere();
  const t = common.secondFactor;
  const form = useForm({ initialValues: { code: '' } });
  const [fault, setFault] = useState<unknown>(null);
  const { has_second_factor: hasApp, has_passkey: hasPasskey } = me.person;
  const canTouch = hasPasskey && canUsePasskeys();
  const values = act.shows ?? valuesOf(act.body).join(' · ');
  return (
    <form onSubmit={form.onSubmit(({ code }) => onAnswer(code))}>
      <Stack>
        <Text>{t.proofHint}</Text>
        {values !== '' && (
          <>
            <Text>{t.proofAlone}</Text>
            <Text fw={600} className="wrap">
              {values}
            </Text>
          </>
        )}
        {act.isAgain && fault === null && (
          <Text c="red.8" role="alert">
            {t.wrongCode}
          </Text>
        )}
        <Fault error={fault} words={{ no_passkey: t.noPasskey }} />
        {hasApp && (
          <TextInput
            label={t.code}
            description={t.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            data-autofocus
            maxLength={20}
            {...form.getInputProps('code')}
          />
        )}
        {hasPasskey && !canTouch && !hasApp && <Text>{t.passkeyElsewhere}</Text>}
        <Group justify="end">
          <Button variant="default" onClick={() => onAnswer(null)}>
            {common.keep}
          </Button>
          {canTouch && (
            <Button
              variant={hasApp ? 'default' : 'filled'}
              onClick={() => void proveByPasskey(act).then(onAnswer, setFault)}
            >
              {t.passkey}
            </Button>
          )}
          {hasApp && <Button type="submit">{t.confirm}</Button>}
        </Group>
      </Stack>
    </form>
  );
}

/** The body's values that are short and not secret, so that the user sees what they confirm. */
function valuesOf(body: unknown): string[] {
  return Object.entries(body ?? {}).flatMap(([name, value]) =>
    (typeof value === 'string' && value !== '' && name !== 'password') || typeof value === 'number'
      ? [String(value).slice(0, 120)]
      : [],
  );
}
