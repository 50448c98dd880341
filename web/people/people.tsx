import {
  Button,
  Group,
  Loader,
  NativeSelect,
  Paper,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Dialog, Fault, Notice, PageTitle } from '../parts/basics.tsx';
import { SaveButton } from '../parts/download.tsx';
import { useSending } from '../parts/form.ts';

type People = Answer<'GET /dashboard/api/people'>;

export function PeoplePage() {
  const t = useTexts().people;
  const { common } = useLanguage();
  const { place, may } = useHere();
  const [notice, setNotice] = useState<string | null>(null);
  const people = useQuery({
    queryKey: ['people', place.merchant_id],
    queryFn: () => call('GET /dashboard/api/people', { at: place.merchant_id }),
    refetchInterval: refreshMs,
  });
  return (
    <Stack maw={760}>
      <PageTitle>{t.people.title}</PageTitle>
      <Text>{t.people.hint}</Text>
      <Fault error={people.error} />
      <Notice>{notice}</Notice>
      {people.isPending && <Loader aria-label="…" />}
      {people.data?.people.map((person) => (
        <Member key={person.id} person={person} roles={people.data.roles} onDone={setNotice} />
      ))}
      {people.data && (
        <Group>
          <SaveButton
            name="people"
            rows={[
              [t.people.name, t.people.email, t.people.role],
              ...people.data.people.map(({ name, email, role }) => [name, email, common.roles[role] ?? role]),
            ]}
          />
        </Group>
      )}
      {people.data && people.data.invitations.length > 0 && (
        <Invitations invitations={people.data.invitations} onDone={setNotice} />
      )}
      {people.data && may('people.manage') && (
        <Invite key={place.merchant_id} roles={people.data.roles} onDone={setNotice} />
      )}
      {people.data?.second_factor_demanded === 'by_installation' && (
        <Text>{t.people.demandedByInstallation}</Text>
      )}
      {people.data && place.merchant_id !== null && may('people.manage') && (
        <Demand demanded={people.data.second_factor_demanded} onDone={setNotice} />
      )}
    </Stack>
  );
}

/** An act on people that refreshes the list; its answer can supply the notice. */
function useAct(onDone: (notice: string) => void, notice: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: async (said) => {
      await queries.invalidateQueries({ queryKey: ['people'] });
      onDone(typeof said === 'string' ? said : notice);
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
  onDone(notice: string): void;
}) {
  const t = useTexts().people;
  const { common } = useLanguage();
  const { me, place, may } = useHere();
  const at = place.merchant_id;
  const [isAsking, { open, close }] = useDisclosure();
  const act = useAct(onDone, t.people.changed);
  const isOwn = me.person.id === person.id;
  // Somebody with only an installation role cannot change roles: they invite, and somebody else approves.
  const isInChargeHere = at !== null && place.role === 'owner';
  const state = [
    t.people.signedIn(person.sessions),
    ...(person.has_second_factor ? [t.people.secondFactor] : []),
  ];
  const setRole = (role: string | null): void =>
    act.mutate(() => {
      const shows = `${person.email}: ${role === null ? t.people.remove : (common.roles[role] ?? role)}`;
      return call('PUT /dashboard/api/people/{person}/role', {
        at,
        path: { person: person.id },
        body: { role },
        shows,
      });
    });
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
        {may('people.manage') && !isOwn && isInChargeHere ? (
          <NativeSelect
            aria-label={t.people.roleOf(person.name)}
            value={person.role}
            disabled={act.isPending}
            onChange={(event) => setRole(event.currentTarget.value)}
            data={roles.map((value) => ({ value, label: common.roles[value] ?? value }))}
          />
        ) : (
          <Text>{common.roles[person.role] ?? person.role}</Text>
        )}
      </Group>
      <Fault error={act.error} />
      {may('people.manage') && !isOwn && (
        <Group mt="sm">
          <Button
            variant="default"
            size="xs"
            disabled={person.sessions === 0}
            onClick={() =>
              act.mutate(() =>
                call('DELETE /dashboard/api/people/{person}/sessions', { at, path: { person: person.id } }),
              )
            }
          >
            {t.people.signOut}
          </Button>
          <Button variant="default" size="xs" onClick={open}>
            {t.people.remove}
          </Button>
        </Group>
      )}
      <Dialog isOpen={isAsking} onClose={close} title={t.people.removeTitle(person.name)}>
        <Stack>
          <Text>{t.people.removeHint}</Text>
          <Group justify="end">
            <Button variant="default" onClick={close}>
              {common.keep}
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
      </Dialog>
    </Paper>
  );
}

function Invitations({
  invitations,
  onDone,
}: {
  invitations: People['invitations'];
  onDone(notice: string): void;
}) {
  const t = useTexts().people;
  const { common } = useLanguage();
  const { date } = useFormats();
  const { me, place, may } = useHere();
  const at = place.merchant_id;
  const act = useAct(onDone, t.people.takenBack);
  const approve = useAct(onDone, t.people.approved);
  return (
    <>
      <Title order={2} size="h4">
        {t.people.invited}
      </Title>
      <Fault error={act.error ?? approve.error} />
      {invitations.map(({ id, email, role, invited_by, waits_for_second: waits, expires_at }) => (
        <Group key={id} justify="space-between">
          <div>
            <Text className="wrap">{email}</Text>
            {waits && (
              <Text size="sm" className="wrap">
                {`${t.people.waits} (${invited_by})`}
              </Text>
            )}
          </div>
          <Text size="sm">
            {common.roles[role] ?? role}, {t.people.until(date(expires_at))}
          </Text>
          <Group gap="xs">
            {waits && may('people.manage') && ![invited_by, email].includes(me.person.email) && (
              <Button
                size="xs"
                aria-label={`${t.people.approve}: ${email}`}
                onClick={() =>
                  approve.mutate(() =>
                    call('POST /dashboard/api/people/invitations/{invitation}/approval', {
                      at,
                      path: { invitation: id },
                      body: {},
                      shows: `${email}: ${common.roles[role] ?? role}`,
                    }),
                  )
                }
              >
                {t.people.approve}
              </Button>
            )}
            {may('people.manage') && (
              <Button
                variant="default"
                size="xs"
                aria-label={`${t.people.takeBack}: ${email}`}
                onClick={() =>
                  act.mutate(() =>
                    call('DELETE /dashboard/api/people/invitations/{invitation}', {
                      at,
                      path: { invitation: id },
                    }),
                  )
                }
              >
                {t.people.takeBack}
              </Button>
            )}
          </Group>
        </Group>
      ))}
    </>
  );
}

function Invite({ roles, onDone }: { roles: string[]; onDone(notice: string): void }) {
  const t = useTexts().people;
  const { common } = useLanguage();
  const { place } = useHere();
  const at = place.merchant_id;
  const queries = useQueryClient();
  const form = useForm({ initialValues: { email: '', role: roles.at(-1) ?? '' } });
  const invite = useSending(
    form,
    ({ email, role }) =>
      call('POST /dashboard/api/people', {
        at,
        body: { email, role },
        shows: `${email}: ${common.roles[role] ?? role}`,
      }),
    async ({ waits_for_second: waits }) => {
      await queries.invalidateQueries({ queryKey: ['people'] });
      form.setFieldValue('email', '');
      onDone(waits ? t.people.asked : t.people.sent);
    },
  );
  return (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={invite.submit}>
        <Stack>
          <Title order={2} size="h4">
            {t.people.invite}
          </Title>
          {place.role !== 'owner' && <Text>{t.people.alone}</Text>}
          <TextInput label={t.people.email} type="email" required {...form.getInputProps('email')} />
          <NativeSelect
            label={t.people.role}
            {...form.getInputProps('role')}
            data={roles.map((value) => ({ value, label: `${common.roles[value]}: ${t.roleHints[value]}` }))}
          />
          <Fault error={invite.error} />
          <Group>
            <Button type="submit" loading={invite.isPending}>
              {t.people.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** Whether this merchant demands a second factor for strong acts. */
function Demand({
  demanded,
  onDone,
}: {
  demanded: People['second_factor_demanded'];
  onDone(notice: string): void;
}) {
  const t = useTexts().people;
  const { place } = useHere();
  const act = useAct(onDone, t.people.demandChanged);
  if (demanded === 'by_installation') return null;
  const set = (isDemanded: boolean): void =>
    act.mutate(() =>
      call('PUT /dashboard/api/people/second-factor', {
        at: place.merchant_id,
        body: { demanded: isDemanded },
      }),
    );
  return (
    <Paper withBorder p="md" radius="md">
      <Stack>
        <Switch
          label={t.people.demand}
          description={t.people.demandHint}
          checked={demanded === 'by_shop'}
          disabled={act.isPending}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        <Fault error={act.error} />
      </Stack>
    </Paper>
  );
}
