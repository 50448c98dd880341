import { Type } from 'typebox';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** The schema of a timeline in an answer. */
export function timelineSchema<Kind extends string>(kinds: readonly Kind[]) {
  return Type.Array(
    Type.Object({
      at: Type.String(),
      kind: Type.Enum([...kinds]),
      outcome: Type.String(),
      amount: Type.Union([
        Type.Object({
          value: Type.String({ description: 'A decimal, exact' }),
          unit: Type.String({ description: 'A currency, or an asset' }),
        }),
        Type.Null(),
      ]),
      subject: nullableText,
      url: nullableText,
    }),
  );
}
