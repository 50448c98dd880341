import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../app/api.ts';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';

type ToDo = Answer<'GET /dashboard/api/to-do'>;

/** What waits for the reader at the merchant that is open; the menu shows the counts, too. */
export function useToDo() {
  const { place, may } = useHere();
  return useQuery({
    queryKey: ['to-do', place.merchant_id],
    queryFn: () => call('GET /dashboard/api/to-do', { at: place.merchant_id }),
    enabled: place.merchant_id !== null && may('payments.read'),
    refetchInterval: refreshMs,
  });
}

/** What waits on each page of the menu. */
export function waitingAt(toDo: ToDo | undefined): Readonly<Record<string, number>> {
  if (!toDo) return {};
  return {
    '/payments': toDo.decisions.count,
    '/disputes': toDo.disputes.to_answer,
    '/payouts': toDo.payouts_to_approve ?? 0,
    '/settlements': toDo.settlements ?? 0,
    '/developers': toDo.undeliverable ?? 0,
  };
}
