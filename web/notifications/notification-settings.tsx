import { Group, NativeSelect, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault } from '../parts/basics.tsx';
import { ThisDevice } from '../push/this-device.tsx';

type Setting = Answer<'GET /dashboard/api/notification-settings'>['settings'][number];

/** What the signed-in person is notified of at the merchant that is open; each choice is saved at once. */
export function NotificationSettings({ merchantId }: { merchantId: string }) {
  const t = useTexts().notifications;
  const { place } = useHere();
  const queries = useQueryClient();
  const key = ['notification-settings', merchantId];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => call('GET /dashboard/api/notification-settings', { at: merchantId }),
  });
  const save = useMutation({
    mutationFn: (setting: Setting) =>
      call('PUT /dashboard/api/notification-settings', { at: merchantId, body: { settings: [setting] } }),
    onSuccess: (answer) => queries.setQueryData(key, answer),
  });
  return (
    <Paper withBorder p="md" radius="md">
      <Stack>
        <Title order={2} size="h4">
          {t.settings.title(place.name ?? '')}
        </Title>
        <Text>{t.settings.hint}</Text>
        <Fault error={error ?? save.error} />
        {data?.settings.map((setting) => (
          <Group key={setting.kind} justify="space-between" align="center">
            <Text fw={600} flex="1 1 160px">
              {t.kinds[setting.kind]}
            </Text>
            <NativeSelect
              aria-label={`${t.kinds[setting.kind]}: ${t.settings.mail}`}
              value={setting.mail}
              onChange={({ currentTarget }) =>
                save.mutate({ ...setting, mail: currentTarget.value as Setting['mail'] })
              }
              data={Object.entries(t.settings.mails).map(([value, label]) => ({ value, label }))}
            />
            <Switch
              label={t.settings.onPage}
              aria-label={`${t.kinds[setting.kind]}: ${t.settings.onPage}`}
              checked={setting.on_page}
              onChange={({ currentTarget }) => save.mutate({ ...setting, on_page: currentTarget.checked })}
            />
            <Switch
              label={t.settings.push}
              aria-label={`${t.kinds[setting.kind]}: ${t.settings.push}`}
              checked={setting.push}
              onChange={({ currentTarget }) => save.mutate({ ...setting, push: currentTarget.checked })}
            />
          </Group>
        ))}
        <Text size="sm">{t.settings.always}</Text>
        <ThisDevice merchantId={merchantId} />
      </Stack>
    </Paper>
  );
}
