import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage, useOperatorTexts } from '../app/language.tsx';
import { Fault, submitting } from '../parts/basics.tsx';
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
  const [typed, setTyped] = useState(() => rules.map(typedRule));
  const act = useMutation({
    mutationFn: () => save(typed.map(readRule)),
    onSuccess: () => onDone(t.rules.saved),
  });
  const change = (at: number, edit: Partial<TypedRule>): void =>
    setTyped(typed.map((rule, index) => (index === at ? { ...rule, ...edit } : rule)));
  return (
    <section aria-label={t.rules.title}>
      <form onSubmit={submitting(() => act.mutate())}>
        <Stack>
          <Title order={2} size="h4">
            {t.rules.title}
          </Title>
          <Text size="sm">{hint}</Text>
          {typed.length === 0 && <Text>{t.rules.none}</Text>}
          {typed.map((rule, at) => (
            <RuleFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no id but its position
              key={at}
              number={at + 1}
              rule={rule}
              isReadOnly={!canChange}
              onChange={(edit) => change(at, edit)}
              onRemove={() => setTyped(typed.toSpliced(at, 1))}
            />
          ))}
          <Fault error={act.error} />
          {canChange && (
            <Group>
              <Button variant="default" onClick={() => setTyped([...typed, emptyRule])}>
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
  rule,
  isReadOnly,
  onChange,
  onRemove,
}: {
  number: number;
  rule: TypedRule;
  isReadOnly: boolean;
  onChange(edit: Partial<TypedRule>): void;
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
      value={rule[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
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
