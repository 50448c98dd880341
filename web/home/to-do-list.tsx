import { Skeleton, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconCoins,
  IconSend,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault } from '../parts/basics.tsx';
import { useToDo } from './to-do.ts';

interface Task {
  key: string;
  icon: TablerIcon;
  tone: 'bad' | 'warn' | 'quiet';
  text: string;
  note?: string | undefined;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** What waits for the reader, the most pressing first, then what is not set up yet. */
export function ToDoList() {
  const t = useTexts().home;
  const toDo = useToDo();
  const [tasks, steps] = [useTasks(toDo.data), useSteps(toDo.data)];
  return (
    <section className="card" aria-labelledby="to-do">
      <h2 className="card-title" id="to-do">
        {t.toDo}
        {tasks.length > 0 && <span className="count">{tasks.length}</span>}
      </h2>
      <Fault error={toDo.error} />
      {toDo.isPending && <Skeleton height={88} />}
      {toDo.data && tasks.length + steps.length === 0 && (
        <p className="calm">
          <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          {t.nothing}
        </p>
      )}
      <Tasks of={tasks} />
      {steps.length > 0 && (
        <>
          <h3 className="card-part">{t.setUp}</h3>
          <Tasks of={steps} />
        </>
      )}
    </section>
  );
}

function Tasks({ of }: { of: readonly Task[] }) {
  return of.length === 0 ? null : (
    <ul className="rows">
      {of.map(({ key, icon: Icon, tone, text, note, link }) => (
        <li key={key}>
          <Link {...link} className="row">
            <Icon size={20} stroke={1.75} className={`row-icon tone-${tone}`} aria-hidden />
            <span className="row-text">
              <span className="wrap">{text}</span>
              {note && (
                <Text component="span" size="sm" c="dimmed">
                  {note}
                </Text>
              )}
            </span>
            <IconChevronRight size={18} className="row-more" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useTasks(toDo: ReturnType<typeof useToDo>['data']): Task[] {
  const t = useTexts().home;
  const { amount, count, date } = useFormats();
  if (!toDo) return [];
  const counted = (number: number | null, one: string, many: (shown: string) => string): string =>
    number === 1 ? one : many(count(number ?? 0));
  const { decisions, disputes, payouts_to_approve: payouts, settlements, undeliverable } = toDo;
  const due = disputes.next_due_at;
  const more = decisions.count - decisions.newest.length;
  return [
    ...(disputes.to_answer > 0
      ? [
          {
            key: 'disputes',
            icon: IconAlertTriangle,
            tone: 'bad' as const,
            text: counted(disputes.to_answer, t.dispute, t.disputes),
            note: due ? t.until(date(due)) : undefined,
            link: { to: '/disputes' } as const,
          },
        ]
      : []),
    ...decisions.newest.map(({ payment, number, asset, amount: waits }) => ({
      key: payment + waits,
      icon: IconCoins,
      tone: 'warn' as const,
      text: t.decision(amount(waits, asset), number ?? t.aPayment),
      link: { to: '/payments/$payment', params: { payment } } as const,
    })),
    ...(more > 0
      ? [
          {
            key: 'decisions',
            icon: IconCoins,
            tone: 'warn' as const,
            text: t.decisions(count(decisions.count)),
            link: { to: '/payments' } as const,
          },
        ]
      : []),
    ...(payouts
      ? [
          {
            key: 'payouts',
            icon: IconSend,
            tone: 'warn' as const,
            text: counted(payouts, t.payout, t.payouts),
            link: { to: '/payouts', search: { state: 'review' } } as const,
          },
        ]
      : []),
    ...(settlements
      ? [
          {
            key: 'settlements',
            icon: IconBuildingBank,
            tone: 'bad' as const,
            text: counted(settlements, t.settlement, t.settlements),
            link: { to: '/settlements' } as const,
          },
        ]
      : []),
    ...(undeliverable
      ? [
          {
            key: 'undeliverable',
            icon: IconWebhook,
            tone: 'bad' as const,
            text: counted(undeliverable, t.webhook, t.webhooks),
            link: { to: '/developers/messages', search: { state: 'undeliverable' } } as const,
          },
        ]
      : []),
  ];
}

/** Set-up that the reader can do and that is not done. */
function useSteps(toDo: ReturnType<typeof useToDo>['data']): Task[] {
  const { steps: words } = useTexts().home;
  const { me, may } = useHere();
  if (!toDo) return [];
  const { has_second_factor, has_passkey } = me.person;
  const open = [
    ['first_payment', toDo.steps.first_payment || !may('links.manage'), '/links/new'],
    ['webhook', toDo.steps.webhook || !may('developers.manage'), '/developers/webhooks'],
    ['logo', toDo.steps.logo || !may('settings.manage'), '/settings'],
    ['second_factor', has_second_factor || has_passkey, '/account'],
  ] as const;
  return open
    .filter(([, isDone]) => !isDone)
    .map(([key, , to]) => ({ key, icon: IconCircleDashed, tone: 'quiet', text: words[key], link: { to } }));
}
