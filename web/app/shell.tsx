import { Button, Container, Loader, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Bell } from '../notifications/bell.tsx';
import { Fault } from '../parts/basics.tsx';
import { BrandMark } from '../parts/brand-mark.tsx';
import { FirstSight } from '../parts/first-sight.tsx';
import { Offline } from '../parts/offline.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { useLanguage } from './language.tsx';
import { useLive } from './live.ts';
import { BottomBar, Menu, PlaceSelect, SignOut } from './menu.tsx';
import { allEntries, type MenuEntry, menuOf } from './navigation.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { type Me, PlaceProvider, useHere, useMe } from './session.tsx';
import { SessionOver } from './session-over.tsx';

/** The frame of every page after sign-in: merchant, menu and sign-out. */
export function Shell() {
  const me = useMe();
  if (me.isPending) return <FirstSight />;
  if (me.error) return <Fault error={me.error} />;
  if (!me.data) return <Navigate to="/sign-in" search={{ to: here() }} replace />;
  if (me.data.places.length === 0) return <Nowhere me={me.data} />;
  return (
    <PlaceProvider me={me.data}>
      <Frame />
      <ProofDialog />
      <SessionOver />
    </PlaceProvider>
  );
}

/** Where a link led that was followed before signing in. */
function here(): string {
  return window.location.pathname + window.location.search;
}

function Nowhere({ me }: { me: Me }) {
  const { common } = useLanguage();
  return (
    <Container size={420} py="xl" component="main">
      <h1>{me.person.name}</h1>
      <Text mb="md">{common.nothing}</Text>
      <SignOut merchantId={null} />
    </Container>
  );
}

function Frame() {
  const { common } = useLanguage();
  const { place, may } = useHere();
  const isMerchant = place.merchant_id !== null;
  useLive(isMerchant && may('payments.read') ? place.merchant_id : null);
  const isWide = useMediaQuery('(min-width: 62em)', window.innerWidth >= 992, {
    getInitialValueInEffect: false,
  });
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {common.skip}
      </a>
      {isWide && (
        <nav className="side" aria-label={common.menu}>
          <BrandMark />
          <Menu />
        </nav>
      )}
      <div className="stage">
        <header className="top">
          {!isWide && <BrandMark />}
          <PlaceSelect />
          {isMerchant && may('payments.read') && (
            <SearchButton merchantId={place.merchant_id as string} isWide={isWide} />
          )}
          {isMerchant && may('payments.read') && <Bell merchantId={place.merchant_id as string} />}
          {isWide && isMerchant && may('links.manage') && (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/links/new" {...props} />}
            >
              {common.getPaid}
            </Button>
          )}
        </header>
        <Offline />
        <main id="content">
          {/* Texts of a page may still load. The menu stays, and keeps the focus. */}
          <Suspense fallback={<Loader m="xl" aria-label="…" />}>
            <Permitted />
          </Suspense>
        </main>
      </div>
      {!isWide && <BottomBar />}
    </div>
  );
}

/** The page; if it does not exist here or is not permitted, the first permitted one. */
function Permitted() {
  const { place, may } = useHere();
  const { pathname } = useLocation();
  const pages = menuOf(place, may).flat();
  const isOn = ({ to }: MenuEntry): boolean => pathname.includes(to);
  const isHere = pages.some(isOn) || !allEntries.some(isOn);
  return isHere ? <Outlet /> : <Navigate to={pages[0]?.to ?? '/account'} replace />;
}
