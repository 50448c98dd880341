import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';

/** Runs `work`, and renames the fields in its faults to their names in the request. */
export async function withFieldNames<T>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PasarelaError) || !error.fields) throw error;
    throw validationFailed(
      error.fields.map(({ field, message }) => ({ field: names[field] ?? field, message })),
    );
  }
}
