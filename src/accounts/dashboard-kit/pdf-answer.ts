import { Type } from 'typebox';

/** The answer of a route that downloads a PDF. */
export const pdfAnswer = {
  description: 'A4',
  content: { 'application/pdf': { schema: Type.Unsafe<Uint8Array>({ type: 'string' }) } },
};
