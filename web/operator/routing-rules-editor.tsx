import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useLanguage, useOperatorTexts } from '../app/language.tsx';
import { Fault } from '../parts/basics.tsx';
import { emptyRule, type Rule, readRule, type TypedRule, typedRule } from './routing-rule-text.ts';

/** Edits the routing rules of card payments. They take effect when all are saved. */
export function RoutingRulesEditor({
  rules,
  hint,
  canChange,
  save,
  onDone,
}: {
  rules: readonly Rule[];
  hint: string;
  canChange: boolean;
  save(rules: Rule[]): Promise<unknown>;
  onDone(notice: string): void;
}) {
  const t = useOperatorTexts();
  const { common } = useLanguage();
  const form = useForm({ initialValues: { rules: rules.map(typedRule) } });
  const typed = form.values.rules;
  // The server's faults are about all rules together, so they are shown above the button.
  const act = useMutation({
    mutationFn: () => save(typed.map(readRule)),
    onSuccess: () => onDone(t.rules.saved),
  });
  return (
    <section aria-label={t.rules.title}>
      <form onSubmit={form.onSubmit(() => act.mutate())}>
        <Stack>
          <Title order={2} size="h4">
            {t.rules.title}
          </Title>
          <Text size="sm">{hint}</Text>
          {typed.length === 0 && <Text>{t.rules.none}</Text>}
          {typed.map((_, at) => (
            <RuleFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id but its position
              key={at}
              number={at + 1}
              inputOf={(name) => form.getInputProps(`rules.${at}.${name}`)}
              isReadOnly={!canChange}
              onRemove={() => form.removeListItem('rules', at)}
            />
          ))}
          <Fault error={act.error} />
          {canChange && (
            <Group>
              <Button variant="default" onClick={() => form.insertListItem('rules', emptyRule)}>
                {t.rules.add}
              </Button>
              <Button type="submit" loading={act.isPending}>
                {common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </section>
  );
}

function RuleFields({
  number,
  inputOf,
  isReadOnly,
  onRemove,
}: {
  number: number;
  inputOf(name: keyof TypedRule): object;
  isReadOnly: boolean;
  onRemove(): void;
}) {
  const t = useOperatorTexts();
  const field = (name: keyof TypedRule, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description']}
      readOnly={isReadOnly}
      maxLength={2_000}
      {...inputOf(name)}
    />
  );
  return (
    <Paper withBorder p="md" radius="md" component="fieldset" m={0}>
      <Text component="legend" fw={600}>
        {t.rules.rule(number)}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {field('countries', t.rules.countries, t.rules.countriesHint)}
        {field('currencies', t.rules.currencies)}
        {field('brands', t.rules.brands)}
        {field('min', t.rules.min)}
        {field('max', t.rules.max)}
        {field('use', t.rules.use, t.rules.useHint)}
      </SimpleGrid>
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          onClick={onRemove}
          aria-label={`${t.rules.remove} ${number}`}
        >
          {t.rules.remove}
        </Button>
      )}
    </Paper>
  );
}
