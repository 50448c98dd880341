import { List, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, call } from '../app/api.ts';
import { useTexts } from '../app/language.tsx';
import { useHere } from '../app/session.tsx';
import { Fault } from '../parts/basics.tsx';
import { firstSteps } from './first-steps.ts';
import { CodeBlock, DeveloperPage } from './parts.tsx';

export function StartPage() {
  const { start, tabs } = useTexts().developers;
  const at = useHere().place.merchant_id;
  const facts = useQuery({
    queryKey: ['first-steps', at],
    queryFn: () => call('GET /dashboard/api/first-steps', { at }),
  });
  return (
    <DeveloperPage tab="start">
      <Text>{start.hint}</Text>
      <Fault error={facts.error} />
      {facts.isPending && <Loader aria-label="…" />}
      {facts.data && <Steps facts={facts.data} />}
      <Title order={2} size="h4">
        {start.next}
      </Title>
      <List>
        {facts.data && (
          <List.Item>
            <a href={facts.data.docs_url}>{start.docs}</a>
          </List.Item>
        )}
        <List.Item>
          <Link to="/developers/webhooks">{start.webhook}</Link>
        </List.Item>
        <List.Item>
          <Link to="/developers/requests">{start.requests}</Link>
        </List.Item>
        <List.Item>
          <Link to="/developers/keys">{tabs.keys}</Link>
        </List.Item>
      </List>
    </DeveloperPage>
  );
}

function Steps({ facts }: { facts: Answer<'GET /dashboard/api/first-steps'> }) {
  const { start } = useTexts().developers;
  const lines = firstSteps(facts, start.keyPlace);
  const takes = (code: string): boolean => facts.methods.includes(code);
  const steps = [
    { title: start.key, hint: start.keyHint, code: lines.key },
    ...(takes('CARDS') ? [{ title: start.charge, hint: start.chargeHint, code: lines.charge }] : []),
    ...(takes('USDT') ? [{ title: start.order, hint: start.orderHint, code: lines.order }] : []),
  ];
  return steps.map(({ title, hint, code }, at) => (
    <Stack key={title} gap="xs">
      <Title order={2} size="h4">
        {at + 1}. {title}
      </Title>
      <Text>{hint}</Text>
      <CodeBlock code={code} label={title} />
    </Stack>
  ));
}
