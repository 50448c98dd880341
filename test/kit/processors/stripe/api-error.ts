/** An error in Stripe's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;
  /** Parameters are checked before a request counts as begun: such an error is not kept under its key. */
  readonly isKept: boolean;

  constructor(status: number, error: Record<string, unknown>, isKept = true) {
    super(String(error.message ?? error.code ?? error.type));
    this.status = status;
    this.error = error;
    this.isKept = isKept;
  }
}

export function invalid(
  message: string,
  more: { code?: string; param?: string; status?: number } = {},
): ApiError {
  const { status = 400, ...fields } = more;
  return new ApiError(status, { type: 'invalid_request_error', message, ...fields });
}

export function missing(kind: string, id: string, param = 'id'): ApiError {
  return invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param, status: 404 });
}
