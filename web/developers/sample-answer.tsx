import { Alert, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';

/** Refreshed often while the result of a test message is awaited. */
const lookAgainMs = 500;

/** The result of the first attempt to deliver the test message. */
export function SampleAnswer({ id }: { id: string }) {
  const { webhook: t, messages, causes } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const event = useQuery({
    queryKey: ['messages', at, id],
    queryFn: () => call('GET /api/events/{id}', { at, path: { id } }),
    refetchInterval: ({ state }) => (state.data?.attempts.length ? false : lookAgainMs),
  });
  const tried = event.data?.attempts.at(-1);
  if (!tried) {
    return (
      <Text role="status">
        <Loader size="xs" aria-hidden /> {t.waiting}
      </Text>
    );
  }
  const isGood = tried.cause === 'ok';
  return (
    <Alert color={isGood ? 'green' : 'red'} variant="light" role="status">
      <Text>{isGood ? t.confirmed(tried.duration_ms) : t.failed}</Text>
      {!isGood && <Text>{causes[tried.cause] ?? tried.explanation}</Text>}
      {tried.http_status !== null && (
        <Text className="wrap">
          {messages.answer}: {tried.http_status} {tried.response.body_excerpt.slice(0, 200)}
        </Text>
      )}
      <Link to="/developers/messages/$message" params={{ message: id }}>
        {t.toEvent}
      </Link>
    </Alert>
  );
}
