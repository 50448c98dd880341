import { Alert, Anchor, Group, List, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { call } from '../app/api.ts';
import { useFormats, useTexts } from '../app/language.tsx';
import { refreshMs } from '../app/live.ts';
import { useHere } from '../app/session.tsx';
import { Facts, Fault, PageTitle } from '../parts/basics.tsx';
import { DisputeBadge, isWaiting } from './disputes.tsx';
import { EvidencePart } from './evidence.tsx';

const route = getRouteApi('/shell/disputes/$dispute');

const isOpen = (status: string): boolean => status === 'draft' || status === 'refused';

/** One chargeback: what it means for the money, until when it can be answered, and what convinces a bank. */
export function DisputePage() {
  const t = useTexts().disputes;
  const { dispute: id } = route.useParams();
  const { place } = useHere();
  const { date, money } = useFormats();
  const { data, error } = useQuery({
    queryKey: ['dispute', place.merchant_id, id],
    queryFn: () =>
      call('GET /dashboard/api/disputes/{dispute}', { at: place.merchant_id, path: { dispute: id } }),
    refetchInterval: refreshMs,
  });
  if (!data) {
    return (
      <Stack>
        <PageTitle>{t.title}</PageTitle>
        {error ? <Fault error={error} /> : <Loader aria-label="…" />}
      </Stack>
    );
  }
  const sum = money(data.amount, data.currency);
  return (
    <Stack maw={720}>
      <PageTitle>{t.one(sum)}</PageTitle>
      <Group>
        <DisputeBadge status={data.status} />
      </Group>
      <Fault error={error} />
      <Text>{t.money[data.status]}</Text>
      {isWaiting(data.status) && isOpen(data.evidence.status) && (
        <Alert color="yellow" variant="light">
          <Stack gap="xs">
            <Text fw={600}>{t.answer.title}</Text>
            {data.answer_until && <Text>{t.answer.until(date(data.answer_until))}</Text>}
            <Text>
              {data.evidence.can_send
                ? t.answer.here
                : data.processor_url
                  ? t.answer.own(data.processor)
                  : t.answer.operator(data.processor)}{' '}
              {data.processor_url && (
                <Anchor href={data.processor_url} target="_blank" rel="noreferrer">
                  {t.answer.open}
                </Anchor>
              )}
            </Text>
          </Stack>
        </Alert>
      )}
      <Facts
        of={[
          [t.columns.why, data.reason_text ?? t.noReason],
          [t.columns.amount, sum],
          [t.columns.opened, date(data.opened_at)],
          [t.closed, data.closed_at && date(data.closed_at)],
          [
            t.payment,
            <Link key="payment" to="/payments/$payment" params={{ payment: data.payment }}>
              {t.openPayment}
            </Link>,
          ],
          [t.number(data.processor), data.processor_reference],
        ]}
      />
      {data.evidence.can_edit && (
        <>
          <Title order={2} size="h4">
            {t.evidence.title}
          </Title>
          <List>
            {[...t.evidence.reasons[data.reason ?? 'general'], ...t.evidence.always].map((each) => (
              <List.Item key={each}>{each}</List.Item>
            ))}
          </List>
        </>
      )}
      <EvidencePart dispute={data} />
      <Title order={2} size="h4">
        {t.history}
      </Title>
      <List>
        {data.changes.map(({ at, status, amount, currency }) => (
          <List.Item key={at}>
            {date(at)}: {t.states[status]}, {money(amount, currency)}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
