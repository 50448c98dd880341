import {
  ActionIcon,
  Alert,
  Button,
  Container,
  Group,
  Modal,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Title,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconMoon, IconSun } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Language } from '../../src/base/money/language.ts';
import { explain, Refusal } from '../app/api.ts';
import { languageChoices, useLanguage } from '../app/language.tsx';
import { BrandMark } from './brand-mark.tsx';
import { type FormWithFaults, faultsOf, withoutFaults } from './form.ts';

/** The heading of a page. It takes the focus, so that screen readers announce the new page. */
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

/** A page that needs no session: one card in the middle. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container size={420} py="xl" component="main">
      <Stack gap="lg">
        <Group justify="space-between">
          <BrandMark />
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
  const { common, language, choose } = useLanguage();
  return (
    <NativeSelect
      aria-label={common.language}
      value={language}
      onChange={(event) => choose(event.currentTarget.value as Language)}
      data={languageChoices}
    />
  );
}

export function ThemeButton() {
  const { common } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="default"
      size={36}
      className="touch"
      aria-label={common.theme[other]}
      title={common.theme[other]}
      onClick={() => setColorScheme(other)}
    >
      {other === 'dark' ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
    </ActionIcon>
  );
}

export function Fault({
  error,
  words,
  onRetry,
}: {
  error: unknown;
  words?: Readonly<Record<string, string>>;
  /** Reads again what could not be read. */
  onRetry?: () => void;
}) {
  const { common } = useLanguage();
  return error ? (
    <Alert color="red" variant="light" role="alert" className="lines">
      {explain(error, common, words)}
      {error instanceof Refusal && error.code === 'second_factor_missing' && (
        <>
          {' '}
          <Link to="/account">{common.secondFactor.setUp}</Link>
        </>
      )}
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" display="block" onClick={onRetry}>
          {common.again}
        </Button>
      )}
      {common.errors && error instanceof Refusal && error.message !== '' && (
        <details>
          <summary>{common.errors.forDevelopers}</summary>
          <span lang="en">
            {[
              error.code,
              error.message,
              ...error.fields.map(({ field, message }) => `${field}: ${message}`),
            ].join('\n')}
          </span>
        </details>
      )}
    </Alert>
  ) : null;
}

export function Notice({ children }: { children: string | null }) {
  return children === null ? null : (
    <Alert color="green" variant="light" role="status">
      {children}
    </Alert>
  );
}

/** A modal dialog. */
export function Dialog({
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
  const { common } = useLanguage();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': common.close }}
      // The dialog's header is not the page's banner.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  );
}

/** A button that opens a dialog, sends on confirmation and refreshes the queries that change. */
export function Act({
  label,
  title,
  send,
  changes,
  onDone,
  children,
  words,
  form,
  isFinal = false,
}: {
  label: string;
  title: string;
  send(): Promise<unknown>;
  /** The queries to refresh: the first part of each key. */
  changes: readonly string[];
  onDone(): void;
  children: ReactNode;
  words?: Readonly<Record<string, string>>;
  /** The form of the fields in the dialog, if there are any. */
  form?: FormWithFaults;
  /** What it does cannot be undone: the dialog says so, and its button is red. */
  isFinal?: boolean;
}) {
  const { common } = useLanguage();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const act = useMutation({
    mutationFn: send,
    onMutate: () => form?.clearErrors(),
    onError: (error) => form?.setErrors(faultsOf(error, form, common)),
    onSuccess: async () => {
      await Promise.all(changes.map((each) => queries.invalidateQueries({ queryKey: [each] })));
      close();
      onDone();
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={title}>
        <form onSubmit={submitting(() => act.mutate())}>
          <Stack>
            {children}
            {isFinal && (
              <Group gap={8} wrap="nowrap" className="tone-bad">
                <IconAlertTriangle size={18} className="row-icon" aria-hidden />
                <Text size="sm">{common.final}</Text>
              </Group>
            )}
            <Fault error={withoutFaults(act.error, form, common)} {...(words && { words })} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                {common.keep}
              </Button>
              <Button type="submit" loading={act.isPending} {...(isFinal && { color: 'red' })}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

/** A list of labelled values; empty values are left out. */
export function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs" component="dl" m={0}>
        {of.map(([label, value]) =>
          value === null || value === '' ? null : (
            <Group key={label} gap="xs" align="baseline" wrap="nowrap">
              <Text component="dt" size="sm" w={130} flex="none">
                {label}
              </Text>
              <Text component="dd" m={0} className="wrap">
                {value}
              </Text>
            </Group>
          ),
        )}
      </Stack>
    </Paper>
  );
}

/** The form is ours to send: the page stays. */
export function submitting(send: () => void) {
  return (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
}
