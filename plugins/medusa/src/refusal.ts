import { MedusaError } from '@medusajs/framework/utils';
import {
  ConflictError,
  ConnectionError,
  NotFoundError,
  PasarelaError,
  ValidationError,
} from '../../../sdk/typescript/src/index.ts';

type Kind = 'INVALID_DATA' | 'NOT_ALLOWED' | 'NOT_FOUND' | 'UNEXPECTED_STATE';

export const refusal = (kind: Kind, message: string): MedusaError =>
  new MedusaError(MedusaError.Types[kind], message);

/** The answer, or its refusal in Medusa's words. */
export async function translated<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PasarelaError) {
      const fields = error.fields.map(({ field, message }) => `${field}: ${message}`).join('; ');
      throw refusal(kindOf(error), `Pasarela: ${fields || error.message} (${error.code})`);
    }
    if (error instanceof ConnectionError) throw refusal('UNEXPECTED_STATE', `Pasarela: ${error.message}`);
    throw error;
  }
}

function kindOf(error: PasarelaError): Kind {
  if (error instanceof ValidationError) return 'INVALID_DATA';
  if (error instanceof NotFoundError) return 'NOT_FOUND';
  return error instanceof ConflictError ? 'NOT_ALLOWED' : 'UNEXPECTED_STATE';
}
