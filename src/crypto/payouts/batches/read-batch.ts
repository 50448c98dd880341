import { Ajv } from 'ajv';
import type { FieldFault } from '../../../base/ground/errors.ts';
import { isPlainText, plainly } from '../../../base/ground/plain-text.ts';
import { boundPatterns } from '../../../base/http/request/bounded-pattern.ts';
import { cardNumberFaults } from '../../../payments/charges/cards/card-number-text.ts';
import { createOrderSchema, readCreateOrder } from '../../orders/order-request.ts';
import { readCsv } from './csv.ts';
import { readFileAmount } from './file-amount.ts';

/** Nobody would review a longer file. */
const maxLines = 5_000;
/** Each fault says what to correct; a corrected file shows the next ones. */
const maxFaults = 200;

export const columns = ['email', 'amount', 'country', 'reference', 'description'] as const;
export type Column = (typeof columns)[number];
const required: readonly Column[] = ['email', 'amount', 'country'];

/** Accepted column names, without accents and in lower case. */
const namesOf: Readonly<Record<Column, readonly string[]>> = {
  email: ['email', 'e-mail', 'mail', 'correo', 'correo electronico'],
  amount: ['amount', 'usd', 'amount usd', 'monto', 'importe', 'valor', 'cantidad', 'quantia'],
  country: ['country', 'pais'],
  reference: ['reference', 'referencia', 'order', 'pedido', 'orden'],
  description: ['description', 'descripcion', 'descricao', 'concepto', 'nota'],
};

export interface BatchRow {
  line: number;
  country: string;
  amountMinor: bigint;
  email: string;
  reference: string | null;
  description: string | null;
}

/** The subject of a fault: a column or the file. The page translates it. */
export const faultKinds = [
  ...columns,
  'amount_ambiguous',
  'reference_twice',
  'heading',
  'empty',
  'too_long',
  'quote_inside',
  'quote_open',
  'quote_followed',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface RowFault {
  line: number;
  kind: FaultKind;
  message: string;
}

export type ReadBatch = { lines: BatchRow[] } | { faults: RowFault[] };

// The same checks as for requests. A schema is compiled once and cached.
const ajv = boundPatterns(new Ajv({ allErrors: true, validateSchema: false, keywords: ['expected'] }));
const expectedOf = (field: string): string | undefined =>
  (createOrderSchema.properties as Record<string, { expected?: string }>)[field]?.expected;
const maxDescription = 500;

/** Reads a file as a whole: returns all rows, or the faults of each. The rules of E4 and E5 apply to a row. */
export function readBatch(text: string): ReadBatch {
  const csv = readCsv(text);
  if ('fault' in csv) return { faults: [csv.fault] };
  const [heading, ...rows] = csv.rows;
  const whole = (kind: FaultKind, message: string, line = 1): ReadBatch => ({
    faults: [{ line, kind, message }],
  });
  if (!heading) return whole('empty', 'The file is empty.');
  const places = placesOf(heading.fields);
  if (typeof places === 'string') return whole('heading', places, heading.line);
  if (rows.length === 0) return whole('empty', 'There is no line below the heading.');
  if (rows.length > maxLines) {
    return whole(
      'too_long',
      `The file has ${rows.length} lines; ${maxLines} are the most. Make two files of it.`,
    );
  }
  const faults: RowFault[] = [];
  const lines: BatchRow[] = [];
  const seen = new Map<string, number>();
  for (const { line, fields } of rows) {
    const read = readRow(line, (column) => (fields[places.get(column) ?? -1] ?? '').trim());
    if ('faults' in read) {
      faults.push(...read.faults);
      continue;
    }
    const { reference } = read;
    const earlier = reference === null ? undefined : seen.get(reference);
    if (reference !== null) seen.set(reference, line);
    if (earlier === undefined) lines.push(read);
    else {
      faults.push({
        line,
        kind: 'reference_twice',
        message: `is the one of line ${earlier}, too: the same payout twice?`,
      });
    }
  }
  return faults.length > 0 ? { faults: faults.slice(0, maxFaults) } : { lines };
}

/** The index of each column; a string: the fault of the heading. */
function placesOf(heading: string[]): Map<Column, number> | string {
  const names = heading.map((name) =>
    name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ').trim().toLowerCase(),
  );
  const places = new Map<Column, number>();
  for (const column of columns) {
    const found = names.flatMap((name, at) => (namesOf[column].includes(name) ? [at] : []));
    if (found.length > 1) return `The heading has the column ${column} twice.`;
    if (found[0] !== undefined) places.set(column, found[0]);
  }
  const missing = required.filter((column) => !places.has(column));
  if (missing.length === 0) return places;
  return `The heading lacks ${missing.join(' and ')}. It begins like: ${columns.join(',')}`;
}

/** Reads one payout from a form, by the same rules. */
export function readRow(line: number, field: (column: Column) => string): BatchRow | { faults: RowFault[] } {
  const amount = readFileAmount(field('amount'));
  const [reference, description] = [field('reference') || null, field('description') || null];
  const order = {
    country: field('country').toUpperCase(),
    origin: 'web' as const,
    // An unreadable amount has its own fault.
    amount: 'amount' in amount ? amount.amount : '1',
    email: field('email'),
    ...(reference !== null && { merchantIdCustom: reference }),
  };
  const shapeFaults = faultsOfShape(order);
  const read = readCreateOrder(order, shapeFaults, () => null);
  const faults: FieldFault[] = [
    ...('fault' in amount ? [{ field: amount.kind, message: amount.fault }] : []),
    ...('faults' in read ? read.faults : []),
    ...descriptionFaults(description),
  ];
  if (faults.length > 0 || 'faults' in read) {
    return { faults: faults.map(({ field, message }) => ({ line, kind: kindOf(field), message })) };
  }
  const { country, email } = order;
  return { line, country, amountMinor: read.amountMinor, email, reference, description };
}

function faultsOfShape(order: object): FieldFault[] {
  ajv.validate(createOrderSchema, order);
  const fields = new Set(ajv.errors?.map(({ instancePath }) => instancePath.slice(1)));
  return [...fields].map((field) => ({ field, message: `must be ${expectedOf(field) ?? 'given'}` }));
}

export function descriptionFaults(description: string | null): FieldFault[] {
  if (description === null) return [];
  if (description.length > maxDescription || !isPlainText(description)) {
    const message = `must be text of at most ${maxDescription} characters, ${plainly}`;
    return [{ field: 'description', message }];
  }
  return cardNumberFaults({ description }, () => true);
}

function kindOf(field: string): FaultKind {
  const kind = faultKinds.find((each) => each === field);
  return kind ?? 'reference';
}
