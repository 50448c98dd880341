import { Button, Drawer, Group, NativeSelect, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconMenu2, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useToDo, waitingAt } from '../home/to-do.ts';
import { LanguageSelect, ThemeButton } from '../parts/basics.tsx';
import { leaveDevice } from '../push/device.ts';
import { call } from './api.ts';
import { useLanguage } from './language.tsx';
import { type MenuEntry, menuOf } from './navigation.ts';
import { useHere } from './session.tsx';
import { announceSignOut } from './signed-out.ts';

/** The pages of a place, in groups, and the person who is signed in. */
export function Menu({ onFollow }: { onFollow?: () => void }) {
  const { me, place, may } = useHere();
  const waiting = waitingAt(useToDo().data);
  return (
    <>
      <div className="menu">
        {menuOf(place, may).map((group) => (
          <ul key={group[0]?.to}>
            {group.map((entry) => (
              <li key={entry.to}>
                <MenuLink entry={entry} waiting={waiting[entry.to] ?? 0} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className="person">
        <Text size="sm" fw={600} className="wrap">
          {me.person.name}
        </Text>
        <Text size="xs" c="dimmed" mb="sm" className="wrap">
          {me.person.email}
        </Text>
        <Group gap="xs" mb="xs" wrap="nowrap">
          <LanguageSelect />
          <ThemeButton />
        </Group>
        <SignOut merchantId={place.merchant_id} />
      </div>
    </>
  );
}

function MenuLink({
  entry,
  waiting,
  onFollow,
}: {
  entry: MenuEntry;
  waiting: number;
  onFollow: (() => void) | undefined;
}) {
  const { common, texts } = useLanguage();
  return (
    <Link to={entry.to} className="menu-link" {...(onFollow && { onClick: onFollow })}>
      <entry.icon size={20} stroke={1.75} className="menu-icon" aria-hidden />
      <span className="wrap">{common.nav[entry.name]}</span>
      {waiting > 0 && (
        <span className="count">
          <span aria-hidden="true">{waiting > 99 ? '99+' : waiting}</span>
          <span className="sr-only">{texts.home.waits(String(waiting))}</span>
        </span>
      )}
    </Link>
  );
}

/** The pages that a phone shows below each page; all others are in its menu. */
const inBar: readonly MenuEntry['to'][] = ['/home', '/payments', '/balances', '/operation', '/merchants'];

/** On phones: the most used pages and the menu, in reach of the thumb. */
export function BottomBar() {
  const { common } = useLanguage();
  const { place, may } = useHere();
  const [isOpen, { open, close }] = useDisclosure();
  const entries = menuOf(place, may)
    .flat()
    .filter(({ to }) => inBar.includes(to));
  return (
    <>
      <nav className="bar" aria-label={common.shortcuts}>
        {entries.map(({ to, name, icon: Icon }) => (
          <Link key={to} to={to} className="bar-link">
            <Icon size={22} stroke={1.75} aria-hidden />
            <span>{common.nav[name]}</span>
          </Link>
        ))}
        {place.merchant_id !== null && may('links.manage') && (
          <Link to="/links/new" className="bar-link">
            <IconPlus size={22} stroke={1.75} aria-hidden />
            <span>{common.getPaid}</span>
          </Link>
        )}
        <button type="button" className="bar-link" aria-haspopup="dialog" onClick={open}>
          <IconMenu2 size={22} stroke={1.75} aria-hidden />
          <span>{common.menu}</span>
        </button>
      </nav>
      <Drawer
        opened={isOpen}
        onClose={close}
        title={common.menu}
        size={300}
        position="right"
        closeButtonProps={{ 'aria-label': common.close }}
        // The drawer's header is not the page's banner.
        attributes={{ header: { role: 'none' } }}
      >
        <nav aria-label={common.menu}>
          <Menu onFollow={close} />
        </nav>
      </Drawer>
    </>
  );
}

export function PlaceSelect() {
  const { common } = useLanguage();
  const { me, place, choose } = useHere();
  return (
    <NativeSelect
      className="place"
      aria-label={common.place.label}
      value={place.merchant_id ?? ''}
      onChange={(event) => choose(event.currentTarget.value || null)}
      data={me.places.map(({ merchant_id, name }) => ({
        value: merchant_id ?? '',
        label: name ?? common.place.installation,
      }))}
    />
  );
}

/** `merchantId`: the place that is open; null: none. */
export function SignOut({ merchantId }: { merchantId: string | null }) {
  const { common } = useLanguage();
  const signOut = useMutation({
    mutationFn: async () => {
      await leaveDevice(merchantId);
      return await call('DELETE /dashboard/api/session', {});
    },
    // Loading a new page clears everything from memory, even if the server was not reached.
    onSettled: () => {
      announceSignOut();
      window.location.assign('/dashboard/sign-in');
    },
  });
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconLogout size={18} aria-hidden />}
      loading={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      {common.nav.signOut}
    </Button>
  );
}
