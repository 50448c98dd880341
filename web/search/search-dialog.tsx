import { Loader, Modal, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import { Fault } from '../parts/basics.tsx';
import { typingMs } from '../parts/list.tsx';
import { PaymentLinkBadge } from '../payment-links/payment-links.tsx';
import { PaymentBadge } from '../payments/payment-badge.tsx';
import { PayoutBadge } from '../payouts/payout-badge.tsx';

type Found = Answer<'GET /dashboard/api/search'>;

interface Option {
  /** The path in the dashboard. */
  path: string;
  title: string;
  note: string;
  badge: ReactNode;
  amount: string;
}

interface Group {
  name: string;
  options: Option[];
}

/** Shorter texts match too much. */
const shortest = 2;

/** Everything of the merchant in one list: typing searches, the arrows choose, Enter opens. */
export function SearchDialog({
  merchantId,
  isWide,
  onClose,
}: {
  merchantId: string;
  isWide: boolean;
  onClose(): void;
}) {
  const { common } = useLanguage();
  const t = useTexts().search;
  const { count } = useFormats();
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), typingMs);
  const [active, setActive] = useState(0);
  const isAsked = text.length >= shortest;
  const found = useQuery({
    queryKey: ['search', merchantId, text],
    queryFn: () => call('GET /dashboard/api/search', { at: merchantId, query: { text } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const groups = useGroups(isAsked ? found.data : undefined);
  const options = groups.flatMap((group) => group.options);
  useEffect(() => {
    // The first is chosen again whenever there is another text.
    if (text !== undefined) setActive(0);
  }, [text]);
  useEffect(() => {
    document.getElementById(idOf(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const open = (path: string): void => {
    onClose();
    router.history.push(`/dashboard${path}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const chosen = options[active];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setActive((active + step + options.length) % options.length);
    } else if (event.key === 'Enter' && chosen && typed.trim() === text) {
      event.preventDefault();
      open(chosen.path);
    }
  };
  const isNothing = isAsked && found.isSuccess && !found.isPlaceholderData && options.length === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      size="lg"
      fullScreen={!isWide}
      closeButtonProps={{ 'aria-label': common.close, size: 44 }}
      attributes={{ header: { role: 'none' } }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          size="md"
          aria-label={t.open}
          placeholder={t.hint}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={found.isFetching ? <Loader size="xs" aria-label="…" /> : null}
          value={typed}
          maxLength={254}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls="search-found"
          aria-activedescendant={options.length > 0 ? idOf(active) : undefined}
        />
        <Fault error={found.error} />
        <VisuallyHidden role="status">
          {isAsked && found.isSuccess ? t.found(options.length) : ''}
        </VisuallyHidden>
        {isNothing && <Text>{t.none}</Text>}
        <div role="listbox" id="search-found" aria-label={t.title} className="search-found">
          {groups.map((group) => (
            <Results key={group.name} group={group} all={options} active={active} onOpen={open} />
          ))}
        </div>
        <Text size="xs" c="dimmed">
          {isAsked ? t.newest(count(found.data?.newest ?? 0)) : t.short}
        </Text>
      </Stack>
    </Modal>
  );
}

const idOf = (at: number): string => `search-${at}`;

function Results({
  group,
  all,
  active,
  onOpen,
}: {
  group: Group;
  all: readonly Option[];
  active: number;
  onOpen(path: string): void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
    <div role="group" aria-label={group.name}>
      <Text size="xs" fw={600} px="sm" pt="sm" c="dimmed" aria-hidden>
        {group.name}
      </Text>
      {group.options.map((option) => {
        const at = all.indexOf(option);
        const follow = (event: MouseEvent): void => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(option.path);
        };
        return (
          <a
            key={option.path}
            id={idOf(at)}
            href={`/dashboard${option.path}`}
            role="option"
            aria-selected={at === active}
            tabIndex={-1}
            className="search-option"
            onClick={follow}
          >
            <span className="search-what">
              <span className="search-title">{option.title}</span>
              <span className="search-note">{option.note}</span>
            </span>
            <span className="search-state">
              <span className="numbers">{option.amount}</span>
              {option.badge}
            </span>
          </a>
        );
      })}
    </div>
  );
}

/** What was found, with its words; groups without results are left out. */
function useGroups(found: Found | undefined): Group[] {
  const texts = useTexts();
  const { amount, date } = useFormats();
  const t = texts.search;
  if (!found) return [];
  const note = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');
  const payments = found.payments.map((payment) => ({
    path: `/payments/${payment.id}`,
    title: payment.order_number ?? payment.description ?? texts.payments.payments.noOrder,
    note: note(payment.order_number && payment.description, payment.email, date(payment.created_at)),
    badge: <PaymentBadge state={payment.state} status={payment.status} />,
    amount: amount(payment.amount, payment.currency),
  }));
  return [
    {
      name: t.payments,
      options: payments,
    },
    {
      name: t.payouts,
      options: found.payouts.map((payout) => ({
        path: `/payouts/${payout.id}`,
        title: payout.reference ?? payout.email,
        note: note(payout.reference && payout.email, payout.description, date(payout.created_at)),
        badge: <PayoutBadge state={payout.state} />,
        amount: amount(payout.amount, 'USD'),
      })),
    },
    {
      name: t.links,
      options: found.links.map((link) => ({
        path: `/links/${link.id}`,
        title: link.title,
        note: note(link.number, link.customer_name, date(link.created_at)),
        badge: <PaymentLinkBadge link={link} />,
        amount: link.amount === null ? texts.paymentLinks.openAmount : amount(link.amount, link.currency),
      })),
    },
  ].filter(({ options }) => options.length > 0);
}
