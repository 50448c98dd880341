/**
 * The part of Medusa that the provider uses, so that it can be checked where Medusa is not installed. With MEDUSA_DIR the
 * tests compile it against Medusa's own types in place of these.
 */
declare module '@medusajs/framework/utils' {
  export abstract class AbstractPaymentProvider<Options> {
    protected readonly config: Options;
    protected constructor(cradle: Record<string, unknown>, config?: Options);
    static identifier: string;
    // biome-ignore lint/suspicious/noExplicitAny: as Medusa's own
    static validateOptions(options: Record<any, any>): void;
  }
  export class MedusaError extends Error {
    static Types: {
      INVALID_DATA: string;
      NOT_ALLOWED: string;
      NOT_FOUND: string;
      UNEXPECTED_STATE: string;
    };
    constructor(type: string, message: string);
  }
  export const Modules: { PAYMENT: 'payment' };
  export function ModuleProvider(module: string, definition: { services: unknown[] }): unknown;
}
declare module '@medusajs/framework/types' {
  interface Input {
    data?: Record<string, unknown>;
    context?: {
      customer?: { id: string; email: string; billing_address?: { country_code?: string | null } | null };
      idempotency_key?: string;
    };
  }
  interface Output {
    data?: Record<string, unknown>;
  }
  type Status =
    | 'authorized'
    | 'captured'
    | 'pending'
    | 'requires_more'
    | 'error'
    | 'canceled'
    | 'pending_authorization';
  type Action = 'authorized' | 'captured' | 'failed' | 'canceled' | 'not_supported' | 'pending_authorization';
  interface WithAmount extends Input {
    amount: unknown;
  }
  interface WithPrice extends WithAmount {
    currency_code: string;
  }
  export type PaymentSessionStatus = Status;
  export type InitiatePaymentInput = WithPrice;
  export type UpdatePaymentInput = WithPrice;
  export type RefundPaymentInput = WithAmount;
  export type AuthorizePaymentInput = Input;
  export type CancelPaymentInput = Input;
  export type CapturePaymentInput = Input;
  export type DeletePaymentInput = Input;
  export type GetPaymentStatusInput = Input;
  export type RetrievePaymentInput = Input;
  export interface InitiatePaymentOutput extends Output {
    id: string;
    status?: Status;
  }
  export interface UpdatePaymentOutput extends Output {
    status?: Status;
  }
  export interface AuthorizePaymentOutput extends Output {
    status: Status;
  }
  export interface GetPaymentStatusOutput extends Output {
    status: Status;
  }
  export type CancelPaymentOutput = Output;
  export type CapturePaymentOutput = Output;
  export type DeletePaymentOutput = Output;
  export type RefundPaymentOutput = Output;
  export type RetrievePaymentOutput = Output;
  export interface ProviderWebhookPayload {
    payload: { data: Record<string, unknown>; rawData: string | Buffer; headers: Record<string, unknown> };
  }
  export interface WebhookActionResult {
    action: Action;
    data?: { session_id: string; amount: string | number };
  }
}
