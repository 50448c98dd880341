import {
  Button,
  Code,
  Group,
  List,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { type Answer, call } from '../api.ts';
import { useTexts } from '../language.tsx';
import { Fault, PageTitle, submitting } from '../parts.tsx';
import { useHere } from '../session.tsx';
import { accountTexts } from '../texts/account/all.ts';

type Begun = Answer<'beginSecondFactor'>;

export function AccountPage() {
  const t = useTexts(accountTexts);
  const { me } = useHere();
  const [begun, setBegun] = useState<Begun | null>(null);
  const hasFactor = me.person.has_second_factor;
  return (
    <Stack maw={560}>
      <PageTitle>{t.account.title}</PageTitle>
      <Text className="wrap">
        {me.person.name}, {me.person.email}
      </Text>
      <Paper withBorder p="md" radius="md">
        <Stack>
          <Title order={2} size="h4">
            {t.account.secondFactor}
          </Title>
          <Text>{hasFactor ? t.account.on : t.account.off}</Text>
          {begun && !hasFactor ? (
            <Prove begun={begun} />
          ) : (
            <AskPassword key={String(hasFactor)} hasFactor={hasFactor} onBegun={setBegun} />
          )}
        </Stack>
      </Paper>
    </Stack>
  );
}

function AskPassword({ hasFactor, onBegun }: { hasFactor: boolean; onBegun(begun: Begun | null): void }) {
  const t = useTexts(accountTexts);
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const act = useMutation({
    mutationFn: () => call(hasFactor ? 'removeSecondFactor' : 'beginSecondFactor', { body: { password } }),
    onSuccess: async (answer) => {
      onBegun(answer);
      await queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return (
    <form onSubmit={submitting(() => act.mutate())}>
      <Stack>
        <PasswordInput
          label={t.account.password}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Fault error={act.error} />
        <Group>
          <Button type="submit" loading={act.isPending}>
            {hasFactor ? t.account.remove : t.account.begin}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Prove({ begun }: { begun: Begun }) {
  const t = useTexts(accountTexts);
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const prove = useMutation({
    mutationFn: () => call('proveSecondFactor', { body: { code: code.trim() } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['me'] }),
  });
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(begun.uri))}`;
  return (
    <form onSubmit={submitting(() => prove.mutate())}>
      <Stack>
        <Text>{t.account.scan}</Text>
        <img className="qr" src={image} alt="QR" />
        <Text size="sm">
          {t.account.secret}: <Code className="wrap">{new URL(begun.uri).searchParams.get('secret')}</Code>
        </Text>
        <Text>{t.account.backup}</Text>
        <List>
          {begun.backup_codes.map((each) => (
            <List.Item key={each}>
              <Code>{each}</Code>
            </List.Item>
          ))}
        </List>
        <TextInput
          label={t.account.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          minLength={6}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Fault error={prove.error} />
        <Group>
          <Button type="submit" loading={prove.isPending}>
            {t.account.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
