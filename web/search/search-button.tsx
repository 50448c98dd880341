import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { useTexts } from '../app/language.tsx';

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }));

/** Opens the search, as do "/" and Ctrl K anywhere: a field in the bar, on a phone an icon. */
export function SearchButton({ merchantId, isWide }: { merchantId: string; isWide: boolean }) {
  const t = useTexts().search;
  const [isOpen, { open, close }] = useDisclosure();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      // A dialog that is open keeps its keys.
      if ((!isShortcut && !isSlash) || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <>
      {isWide ? (
        <UnstyledButton className="search-field" onClick={open} aria-keyshortcuts="/ Control+K">
          <IconSearch size={18} aria-hidden />
          <span>{t.open}</span>
          <Kbd aria-hidden>Ctrl K</Kbd>
        </UnstyledButton>
      ) : (
        <ActionIcon variant="subtle" color="gray" size={44} onClick={open} aria-label={t.open}>
          <IconSearch size={22} aria-hidden />
        </ActionIcon>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog merchantId={merchantId} isWide={isWide} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
