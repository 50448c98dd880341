import { Alert, Badge, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../app/language.tsx';
import { PageTitle } from '../parts/basics.tsx';
import type { DeliveryState } from './delivery-states.ts';

const tabs = [
  { to: '/developers', name: 'start' },
  { to: '/developers/keys', name: 'keys' },
  { to: '/developers/webhooks', name: 'webhook' },
  { to: '/developers/messages', name: 'messages' },
  { to: '/developers/requests', name: 'requests' },
] as const;

/** The frame of the developer pages, with tabs to the others. */
export function DeveloperPage({
  tab,
  children,
}: {
  tab: (typeof tabs)[number]['name'];
  children: ReactNode;
}) {
  const t = useTexts().developers;
  return (
    <Stack maw={1100}>
      <PageTitle>{t.tabs[tab]}</PageTitle>
      <Group component="nav" aria-label={t.title} gap="md">
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} className="tab" activeOptions={{ exact: to === '/developers' }}>
            {t.tabs[name]}
          </Link>
        ))}
      </Group>
      {children}
    </Stack>
  );
}

/** Code with a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const t = useTexts().developers;
  return (
    <Stack gap={4} align="start">
      <Code block className="code" w="100%" tabIndex={0} role="region" aria-label={label}>
        {code}
      </Code>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy} aria-label={`${t.copy}: ${label}`}>
            {copied ? t.copied : t.copy}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}

/** A secret that is shown only once. */
export function ShownOnce({ label, secret }: { label: string; secret: string }) {
  const t = useTexts().developers;
  return (
    <Alert color="yellow" variant="light" role="status">
      <Stack gap="xs">
        <Text fw={600}>{label}</Text>
        <Text>{t.once}</Text>
        <CodeBlock code={secret} label={label} />
      </Stack>
    </Alert>
  );
}

const colours: Readonly<Record<DeliveryState, string>> = {
  pending: 'blue',
  delivered: 'green',
  undeliverable: 'red',
  no_endpoint: 'gray',
};

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const t = useTexts().developers;
  return (
    <Badge color={colours[state]} variant="light" className="badge">
      {t.messages.states[state]}
    </Badge>
  );
}
