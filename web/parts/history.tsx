import { Anchor, Text, Timeline } from '@mantine/core';
import { useFormats } from '../app/language.tsx';

interface Happening<Kind extends string> {
  at: string;
  kind: Kind;
  outcome: string;
  amount: { value: string; unit: string } | null;
  subject: string | null;
  url: string | null;
}

/** The history of a payment or payout. */
export function History<Kind extends string>({
  timeline,
  titles,
  wordsOf,
  lookOf,
}: {
  timeline: readonly Happening<Kind>[];
  titles: Readonly<Record<Kind, string>>;
  /** The outcome in words; undefined: unknown outcome, null: none needed. */
  wordsOf(happening: Happening<Kind>): string | null | undefined;
  /** The label of the link to the explorer or processor. */
  lookOf(kind: Kind): string;
}) {
  const { date, amount: written } = useFormats();
  return (
    <Timeline bulletSize={12} lineWidth={2}>
      {timeline.map((happening, number) => {
        const { at, kind, outcome, amount, subject, url } = happening;
        const words = wordsOf(happening);
        const about = [amount && written(amount.value, amount.unit), subject].filter(Boolean).join(', ');
        const said = words === undefined ? outcome.replaceAll('_', ' ') : words;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <Timeline.Item key={number} title={titles[kind]}>
            <Text size="sm" className="wrap">
              {[about, said].filter(Boolean).join(': ')}
            </Text>
            {url && (
              <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
                {lookOf(kind)}
              </Anchor>
            )}
            <Text size="xs">{date(at)}</Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
