import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../app/language.tsx';

/** Why money is given back, for the merchant alone: typed, or one of a few. */
export function RefundReason({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | undefined;
  onChange(reason: string): void;
}) {
  const t = useTexts().payments.refund;
  return (
    <Stack gap={8}>
      <TextInput
        label={t.reason}
        description={t.reasonHint}
        maxLength={200}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">
        {t.reasons.map((each) => (
          <Button
            key={each}
            size="compact-sm"
            className="touch"
            variant="default"
            aria-pressed={each === value}
            onClick={() => onChange(each === value ? '' : each)}
          >
            {each}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
