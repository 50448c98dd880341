import {
  AppShell,
  Burger,
  Button,
  Container,
  Group,
  Loader,
  NativeSelect,
  NavLink,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Bell } from '../notifications/bell.tsx';
import { Fault, LanguageSelect, ThemeButton } from '../parts/basics.tsx';
import { call } from './api.ts';
import { useLanguage } from './language.tsx';
import { useLive } from './live.ts';
import { navigation } from './navigation.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { type Me, PlaceProvider, useHere, useMe } from './session.tsx';

/** The frame of every page after sign-in: merchant, menu and sign-out. */
export function Shell() {
  const me = useMe();
  if (me.isPending) return <Loader m="xl" aria-label="…" />;
  if (me.error) return <Fault error={me.error} />;
  if (!me.data) return <Navigate to="/sign-in" replace />;
  if (me.data.places.length === 0) return <Nowhere me={me.data} />;
  return (
    <PlaceProvider me={me.data}>
      <Frame />
      <ProofDialog />
    </PlaceProvider>
  );
}

function Nowhere({ me }: { me: Me }) {
  const { common } = useLanguage();
  return (
    <Container size={420} py="xl" component="main">
      <h1>{me.person.name}</h1>
      <Text mb="md">{common.nothing}</Text>
      <SignOut />
    </Container>
  );
}

function Frame() {
  const { common } = useLanguage();
  const { me, place, choose, may } = useHere();
  useLive(may('payments.read') ? place.merchant_id : null);
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const pages = navigation.filter(
    ({ at, permission }) =>
      (at === 'anywhere' || (at === 'merchant') === (place.merchant_id !== null)) &&
      (permission === null || may(permission)),
  );
  // If this page does not exist here or is not permitted, show the first permitted page.
  const isOn = ({ to }: (typeof navigation)[number]): boolean => pathname.includes(to);
  const isHere = pages.some(isOn) || !navigation.some(isOn);
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
      transitionDuration={0}
    >
      <a className="skip" href="#content">
        {common.skip}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={common.menu}
              aria-expanded={isOpen}
            />
            <strong>Pasarela</strong>
          </Group>
          <Group gap="xs" wrap="nowrap">
            {place.merchant_id !== null && may('payments.read') && <Bell merchantId={place.merchant_id} />}
            <NativeSelect
              aria-label={common.place.label}
              value={place.merchant_id ?? ''}
              onChange={(event) => choose(event.currentTarget.value || null)}
              data={me.places.map(({ merchant_id, name }) => ({
                value: merchant_id ?? '',
                label: name ?? common.place.installation,
              }))}
            />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md">
        <AppShell.Section grow>
          {pages.map(({ to, name }) => (
            <NavLink
              key={to}
              label={common.nav[name]}
              active={pathname.includes(to)}
              renderRoot={(props) => <Link to={to} onClick={close} {...props} />}
            />
          ))}
        </AppShell.Section>
        <AppShell.Section>
          <Text size="sm" className="wrap">
            {me.person.name}
          </Text>
          <Text size="xs" mb="sm" className="wrap">
            {me.person.email}
          </Text>
          <Group gap="xs" mb="xs">
            <LanguageSelect />
            <ThemeButton />
          </Group>
          <SignOut />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content">
        {/* Texts of a page may still load. The menu stays, and keeps the focus. */}
        <Suspense fallback={<Loader m="xl" aria-label="…" />}>
          {isHere ? <Outlet /> : <Navigate to={pages[0]?.to ?? '/account'} replace />}
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

function SignOut() {
  const { common } = useLanguage();
  const signOut = useMutation({
    mutationFn: () => call('DELETE /dashboard/api/session', {}),
    // Loading a new page clears everything from memory, even if the server was not reached.
    onSettled: () => window.location.assign('/dashboard/sign-in'),
  });
  return (
    <Button variant="default" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
      {common.nav.signOut}
    </Button>
  );
}
