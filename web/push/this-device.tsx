import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { Fault } from '../parts/basics.tsx';
import { type DeviceState, deviceState, renew, switchOff, switchOn } from './device.ts';

/** Notifications on this device: allowed, refused, or not possible. */
export function ThisDevice({ merchantId }: { merchantId: string }) {
  const t = useTexts().notifications.device;
  const [state, setState] = useState<DeviceState | null>(null);
  const { data, error } = useQuery({
    queryKey: ['push-devices', merchantId],
    queryFn: () => call('GET /dashboard/api/push-devices', { at: merchantId }),
  });
  const key = data?.public_key;
  useEffect(() => {
    void deviceState().then(setState);
  }, []);
  useEffect(() => {
    if (key) void renew(merchantId, key).catch(() => {});
  }, [merchantId, key]);
  const change = useMutation({
    mutationFn: () => (state === 'on' ? switchOff(merchantId) : switchOn(merchantId, key ?? '')),
    onSuccess: setState,
  });
  if (state === null || key === undefined) return <Fault error={error} />;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text flex="1 1 200px">{t[state]}</Text>
        {(state === 'on' || state === 'off') && (
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
            {state === 'on' ? t.switchOff : t.switchOn}
          </Button>
        )}
      </Group>
      <Fault error={change.error} />
    </Stack>
  );
}
