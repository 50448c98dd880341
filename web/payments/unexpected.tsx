import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Act } from '../parts/basics.tsx';

type Payment = Answer<'GET /dashboard/api/payments/{payment}'>;
type Arrived = Payment['unexpected'][number];

/** Money that came late, a second time or as another amount, with the buttons to decide on it. */
export function Unexpected({
  payment,
  arrived,
  onDone,
}: {
  payment: Payment;
  arrived: Arrived;
  onDone(notice: string): void;
}) {
  const t = useTexts().payments.unexpected;
  const { money } = useFormats();
  const { may } = useHere();
  const came = money(arrived.amount, arrived.currency);
  if (arrived.status === 'returning') return <Alert variant="light">{t.returning(came)}</Alert>;
  return (
    <Alert color="orange" variant="light">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t.title}
        </Title>
        <Text>{t[arrived.kind](came, money(payment.amount, payment.currency))}</Text>
        <Text>{t.nobodys}</Text>
        {arrived.failure !== null && <Text>{t.failed(arrived.failure)}</Text>}
        {!arrived.can_return && <Text>{t.cannotReturn}</Text>}
        {may('payments.resolve') && <Decisions payment={payment} arrived={arrived} onDone={onDone} />}
      </Stack>
    </Alert>
  );
}

function Decisions({
  payment,
  arrived,
  onDone,
}: {
  payment: Payment;
  arrived: Arrived;
  onDone(notice: string): void;
}) {
  const t = useTexts().payments.unexpected;
  const { money } = useFormats();
  const { place } = useHere();
  // One idempotency key per decision, so that a second click decides nothing twice.
  const [keys] = useState(() => ({ accept: crypto.randomUUID(), return: crypto.randomUUID() }));
  const came = money(arrived.amount, arrived.currency);
  const send = (decision: 'accept' | 'return') => () =>
    call('POST /api/transactions/{reference}/resolve', {
      at: place.merchant_id,
      once: `${keys[decision]}-${arrived.failure === null ? 1 : 2}`,
      path: { reference: payment.id },
      body: { payment: arrived.id, decision },
    });
  const shared = {
    changes: ['payment'],
    words: { payment_not_resolvable: t.over, charge_in_progress: t.busy },
  };
  return (
    <Group>
      <Act
        label={arrived.pays_charge ? t.acceptPays : t.accept}
        title={t.acceptTitle}
        isFinal
        send={send('accept')}
        onDone={() => onDone(t.accepted)}
        {...shared}
      >
        <Text>{(arrived.pays_charge ? t.acceptPaysHint : t.acceptHint)(came)}</Text>
      </Act>
      {arrived.can_return && (
        <Act
          label={t.giveBack}
          title={t.giveBackTitle}
          isFinal
          send={send('return')}
          onDone={() => onDone(t.givenBack)}
          {...shared}
        >
          <Text>{t.giveBackHint(came)}</Text>
        </Act>
      )}
    </Group>
  );
}
