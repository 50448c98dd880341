import {
  Alert,
  Badge,
  Button,
  Container,
  Group,
  Modal,
  NativeSelect,
  Paper,
  Stack,
  Title,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { PaymentState } from '../src/dashboard/payment.ts';
import { type Language, languages } from '../src/money/language.ts';
import { explain } from './api.ts';
import { useLanguage } from './language.tsx';

/** The heading of a page. It takes the focus, so that whoever hears the page knows where they are. */
export function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} – Pasarela`;
    heading.current?.focus({ preventScroll: true });
  }, [children]);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
      {children}
    </Title>
  );
}

/** A page for those who have not signed in: one thing in the middle. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container size={420} py="xl" component="main">
      <Stack gap="lg">
        <Group justify="space-between">
          <strong>Pasarela</strong>
          <LanguageSelect />
        </Group>
        <Paper withBorder p="lg" radius="md">
          <Stack>
            <PageTitle>{title}</PageTitle>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Container>
  );
}

export function LanguageSelect() {
  const { t, language, speak } = useLanguage();
  return (
    <NativeSelect
      aria-label={t.language}
      value={language}
      onChange={(event) => speak(event.currentTarget.value as Language)}
      data={languages.map((value) => ({ value, label: t.languages[value] }))}
    />
  );
}

export function ThemeButton() {
  const { t } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Button variant="default" onClick={() => setColorScheme(other)}>
      {t.theme[other]}
    </Button>
  );
}

export function Fault({ error }: { error: unknown }) {
  const { t } = useLanguage();
  return error ? (
    <Alert color="red" variant="outline" role="alert">
      {explain(error, t)}
    </Alert>
  ) : null;
}

export function Good({ children }: { children: string | null }) {
  return children === null ? null : (
    <Alert color="green" variant="outline" role="status">
      {children}
    </Alert>
  );
}

const colours: Readonly<Record<PaymentState, string>> = {
  waiting: 'blue',
  paid: 'green',
  unpaid: 'gray',
  returned: 'grape',
};

export function StateBadge({ state, status }: { state: PaymentState; status: string }) {
  const { t } = useLanguage();
  return (
    <Badge color={colours[state]} variant="outline" className="badge">
      {t.statuses[status] ?? t.states[state]}
    </Badge>
  );
}

/** A question before something is done. */
export function Question({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose(): void;
  children: ReactNode;
}) {
  const { t } = useLanguage();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t.close }}
      // Its head is none of the page.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  );
}
