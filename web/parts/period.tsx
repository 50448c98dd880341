import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../app/language.tsx';
import { choices, daysOf, dayText, defaultDays, type PeriodSearch } from './period-search.ts';

export function PeriodPicker({
  period,
  onChange,
}: {
  period: PeriodSearch;
  onChange(next: PeriodSearch): void;
}) {
  const t = useTexts().balance;
  const shown = daysOf(period);
  const pick = (change: Partial<typeof shown>): void => {
    const next = { ...shown, ...change };
    if (dayText.test(next.from) && dayText.test(next.to) && next.from <= next.to) onChange(next);
  };
  return (
    <Group align="end">
      <NativeSelect
        label={t.period.label}
        value={period.from ? 'own' : String(period.days ?? defaultDays)}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === 'own' ? shown : { days: Number(value) })
        }
        data={choices.map((value) => ({ value, label: t.period.choices[value] }))}
      />
      {period.from && (
        <>
          <TextInput
            type="date"
            label={t.period.from}
            defaultValue={shown.from}
            max={shown.to}
            onChange={({ currentTarget }) => pick({ from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t.period.to}
            defaultValue={shown.to}
            min={shown.from}
            onChange={({ currentTarget }) => pick({ to: currentTarget.value })}
          />
        </>
      )}
    </Group>
  );
}
