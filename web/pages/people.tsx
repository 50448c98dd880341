import { Button, Group, Loader, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, type People } from '../api.ts';
import { useFormats, useLanguage } from '../language.tsx';
import { Fault, Good, PageTitle, Question } from '../parts.tsx';
import { useHere } from '../session.tsx';
import { submitting } from './sign-in.tsx';

const path = '/dashboard/api/people';

export function PeoplePage() {
  const { t } = useLanguage();
  const { place, may } = useHere();
  const [told, setTold] = useState<string | null>(null);
  const people = useQuery({
    queryKey: ['people', place.merchant_id],
    queryFn: () => ask<People>(path, { merchantId: place.merchant_id }),
  });
  return (
    <Stack maw={760}>
      <PageTitle>{t.people.title}</PageTitle>
      <Text>{t.people.hint}</Text>
      <Fault error={people.error} />
      <Good>{told}</Good>
      {people.isPending && <Loader aria-label="…" />}
      {people.data?.people.map((person) => (
        <Member key={person.id} person={person} roles={people.data.roles} onDone={setTold} />
      ))}
      {people.data && people.data.invitations.length > 0 && (
        <Invitations invitations={people.data.invitations} />
      )}
      {people.data && may('people.manage') && (
        <Invite key={place.merchant_id} roles={people.data.roles} onDone={setTold} />
      )}
    </Stack>
  );
}

/** An act on people, after which they are read anew. */
function useAct(onDone: (told: string) => void, told: string) {
  const queries = useQueryClient();
  const { place } = useHere();
  return useMutation({
    mutationFn: ({ at, ...request }: { at: string; method: 'POST' | 'PUT' | 'DELETE'; body?: unknown }) =>
      ask(at, { ...request, merchantId: place.merchant_id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['people'] });
      onDone(told);
    },
  });
}

function Member({
  person,
  roles,
  onDone,
}: {
  person: People['people'][number];
  roles: string[];
  onDone(told: string): void;
}) {
  const { t } = useLanguage();
  const { me, may } = useHere();
  const [isAsking, { open, close }] = useDisclosure();
  const act = useAct(onDone, t.people.changed);
  const isOwn = me.person.id === person.id;
  const state = [
    t.people.signedIn(person.sessions),
    ...(person.has_second_factor ? [t.people.secondFactor] : []),
  ];
  const setRole = (role: string | null): void =>
    act.mutate({ at: `${path}/${person.id}/role`, method: 'PUT', body: { role } });
  return (
    <Paper withBorder p="md" radius="md">
      <Group justify="space-between" align="start">
        <div>
          <Text fw={600} className="wrap">
            {person.name}
            {isOwn && ` (${t.people.you})`}
          </Text>
          <Text size="sm" className="wrap">
            {person.email}
          </Text>
          <Text size="sm">{state.join(', ')}</Text>
        </div>
        {may('people.manage') && !isOwn ? (
          <NativeSelect
            aria-label={t.people.roleOf(person.name)}
            value={person.role}
            disabled={act.isPending}
            onChange={(event) => setRole(event.currentTarget.value)}
            data={roles.map((value) => ({ value, label: t.roles[value] ?? value }))}
          />
        ) : (
          <Text>{t.roles[person.role] ?? person.role}</Text>
        )}
      </Group>
      <Fault error={act.error} />
      {may('people.manage') && !isOwn && (
        <Group mt="sm">
          <Button
            variant="default"
            size="xs"
            disabled={person.sessions === 0}
            onClick={() => act.mutate({ at: `${path}/${person.id}/sessions`, method: 'DELETE' })}
          >
            {t.people.signOut}
          </Button>
          <Button variant="default" size="xs" onClick={open}>
            {t.people.remove}
          </Button>
        </Group>
      )}
      <Question isOpen={isAsking} onClose={close} title={t.people.removeTitle(person.name)}>
        <Stack>
          <Text>{t.people.removeHint}</Text>
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {t.payment.keep}
            </Button>
            <Button
              onClick={() => {
                close();
                setRole(null);
              }}
            >
              {t.people.remove}
            </Button>
          </Group>
        </Stack>
      </Question>
    </Paper>
  );
}

function Invitations({ invitations }: { invitations: People['invitations'] }) {
  const { t } = useLanguage();
  const { date } = useFormats();
  return (
    <>
      <Title order={2} size="h4">
        {t.people.invited}
      </Title>
      {invitations.map(({ email, role, expires_at }) => (
        <Group key={email + expires_at} justify="space-between">
          <Text className="wrap">{email}</Text>
          <Text size="sm">
            {t.roles[role] ?? role}, {t.people.until(date(expires_at))}
          </Text>
        </Group>
      ))}
    </>
  );
}

function Invite({ roles, onDone }: { roles: string[]; onDone(told: string): void }) {
  const { t } = useLanguage();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(roles.at(-1) ?? '');
  const act = useAct((told) => {
    setEmail('');
    onDone(told);
  }, t.people.sent);
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={submitting(() => act.mutate({ at: path, method: 'POST', body: { email, role } }))}>
        <Stack>
          <Title order={2} size="h4">
            {t.people.invite}
          </Title>
          <TextInput
            label={t.people.email}
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label={t.people.role}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value)}
            data={roles.map((value) => ({ value, label: `${t.roles[value]}: ${t.roleHints[value]}` }))}
          />
          <Fault error={act.error} />
          <Group>
            <Button type="submit" loading={act.isPending}>
              {t.people.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
