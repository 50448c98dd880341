import { Button, Code, CopyButton, Group, Paper, Stack, Text } from '@mantine/core';
import { useTexts } from '../app/language.tsx';

/** The secret link to the recipient's claim page, to be passed on. */
export function ClaimLink({ url }: { url: string }) {
  const t = useTexts().payouts;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs">
        <Text fw={600}>{t.detail.claimLink}</Text>
        <Text size="sm">{t.detail.claimLinkHint}</Text>
        <Code className="wrap">{url}</Code>
        <Group>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t.detail.copied : t.detail.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Paper>
  );
}
