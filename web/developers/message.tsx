import { Code, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { unannouncedMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Act, Facts, Fault, Notice } from '../parts/basics.tsx';
import { DeliveryBadge, DeveloperPage } from './parts.tsx';

const route = getRouteApi('/shell/developers/messages/$message');
type Message = Answer<'GET /api/events/{id}'>;

export function MessagePage() {
  const { messages: t } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const { message: id } = route.useParams();
  const message = useQuery({
    queryKey: ['messages', at, id],
    queryFn: () => call('GET /api/events/{id}', { at, path: { id } }),
    refetchInterval: unannouncedMs,
  });
  return (
    <DeveloperPage tab="messages">
      <Link to="/developers/messages">{t.back}</Link>
      <Fault error={message.error} />
      {message.isPending && <Loader aria-label="…" />}
      {message.data && <Shown message={message.data} />}
    </DeveloperPage>
  );
}

function Shown({ message }: { message: Message }) {
  const { messages: t, kinds } = useTexts().developers;
  const { date } = useFormats();
  const { place, may } = useHere();
  const [notice, setNotice] = useState<string | null>(null);
  const { id, delivery } = message;
  return (
    <Stack maw={760}>
      <Notice>{notice}</Notice>
      <Facts
        of={[
          [t.what, kinds[message.status] ?? message.status],
          [t.state, <DeliveryBadge key="state" state={delivery.status} />],
          ['', t.stateHints[delivery.status]],
          [t.next, delivery.next_attempt_at && date(delivery.next_attempt_at)],
          [t.at, date(message.created_at)],
          [t.reference, <PaymentLink key="payment" message={message} />],
          ['webhook-id', id],
        ]}
      />
      {may('events.replay') && (
        <div>
          <Act
            label={t.again}
            title={t.againTitle}
            changes={['messages']}
            send={() => call('POST /api/events/{id}/redeliver', { at: place.merchant_id, path: { id } })}
            onDone={() => setNotice(t.againDone)}
          >
            <Text>{t.againHint}</Text>
          </Act>
        </div>
      )}
      <Title order={2} size="h4">
        {t.attemptList}
      </Title>
      {message.attempts.length === 0 && <Text>{t.noAttempts}</Text>}
      {message.attempts.toReversed().map((attempt) => (
        <Try key={attempt.sent_at} of={attempt} />
      ))}
      <Title order={2} size="h4">
        {t.content}
      </Title>
      <Code block className="code" tabIndex={0} role="region" aria-label={t.content}>
        {JSON.stringify(message.payload, null, 2)}
      </Code>
    </Stack>
  );
}

function PaymentLink({ message: { status, reference } }: { message: Message }) {
  return status === 'test' ? (
    reference
  ) : (
    <Link to="/payments/$payment" params={{ payment: reference }}>
      {reference}
    </Link>
  );
}

function Try({ of }: { of: Message['attempts'][number] }) {
  const { messages: t, causes } = useTexts().developers;
  const { date } = useFormats();
  const { body_excerpt } = of.response;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap={4}>
        <Text fw={600}>{causes[of.cause] ?? of.explanation}</Text>
        <Text size="sm">
          {date(of.sent_at)}, {t.took(of.duration_ms)}
        </Text>
        <Text size="sm" className="wrap">
          {t.sentTo}: {of.url}
        </Text>
        <Text size="sm">
          {t.answer}: {of.http_status ?? t.noAnswer}
        </Text>
        {body_excerpt !== '' && (
          <>
            <Text size="sm">{t.answerBody}:</Text>
            <Code block className="code" tabIndex={0} role="region" aria-label={t.answerBody}>
              {body_excerpt}
            </Code>
          </>
        )}
      </Stack>
    </Paper>
  );
}
