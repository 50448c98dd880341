import { PasarelaError, validationFailed } from '../../base/ground/errors.ts';

/** Does `work`, and tells its faults by the names that the request has for the fields. */
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
