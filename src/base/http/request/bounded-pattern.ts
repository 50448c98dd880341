import type { Ajv } from 'ajv';

/**
 * The keyword `pattern`, never applied to a text that `maxLength` refuses. Because all faults are reported at once, the
 * validator's own keyword still tests a text that it has just found too long: a pattern that is not linear then takes
 * seconds for a body of 64 KB. A pattern without `maxLength` does not compile.
 */
export function boundPatterns(ajv: Ajv): Ajv {
  return ajv.removeKeyword('pattern').addKeyword({
    keyword: 'pattern',
    type: 'string',
    schemaType: 'string',
    compile(source: string, schema) {
      const { maxLength } = schema as { maxLength?: number };
      if (maxLength === undefined) throw new Error(`the pattern ${source} needs a maxLength beside it`);
      const pattern = new RegExp(source, 'u');
      // A character takes at most two UTF-16 units, so a text with more than twice as many is too long.
      return (text: string) => text.length > 2 * maxLength || pattern.test(text);
    },
  });
}
