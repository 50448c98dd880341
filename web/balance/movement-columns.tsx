import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { documentTexts } from '../../src/base/texts/documents.ts';
import type { Answer } from '../app/api.ts';
import { useFormats, useLanguage, useTexts } from '../app/language.tsx';
import type { Column } from '../parts/list.tsx';
import { methodName } from '../parts/method-name.ts';

export type Movement = Answer<'GET /dashboard/api/movements'>['movements'][number];

/** A movement in the merchant's terms. */
export function useMovementColumns(): Column<Movement>[] {
  const t = useTexts().balance.movements;
  const p = useTexts().payments;
  const { language } = useLanguage();
  const { date, amount } = useFormats();
  const kinds: Readonly<Record<string, string>> = documentTexts[language].books.kinds;
  return [
    { title: t.what, show: ({ kind }) => kinds[kind] ?? kind },
    { title: p.payments.order, show: ({ order_number }) => order_number },
    { title: p.payments.customer, show: ({ email }) => email },
    { title: p.payments.method, show: ({ method }) => method && methodName(method, p.methods) },
    { title: t.amount, show: (movement) => amount(movement.amount, movement.asset), isNumber: true },
    {
      title: t.fee,
      show: (movement) => (Number(movement.fee) === 0 ? null : amount(movement.fee, movement.asset)),
      isNumber: true,
    },
    {
      title: t.balance,
      show: (movement) => movement.balance && amount(movement.balance, movement.asset),
      isNumber: true,
    },
    { title: t.date, show: ({ at }) => date(at) },
  ];
}

/** Leads to the movement's payment, if it has one. */
export function MovementPayment({
  movement: { payment },
  className,
  children,
}: {
  movement: Movement;
  className: string;
  children: ReactNode;
}) {
  return payment ? (
    <Link to="/payments/$payment" params={{ payment }} className={className}>
      {children}
    </Link>
  ) : (
    <span>{children}</span>
  );
}
