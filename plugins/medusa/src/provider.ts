import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types';
import { AbstractPaymentProvider } from '@medusajs/framework/utils';
import { Pasarela, verifyWebhook } from '../../../sdk/typescript/src/index.ts';
import { exactAmount, isSameAmount, partInAsset } from './amounts.ts';
import { actionOf, type Charge, sessionStatusOf } from './charge-status.ts';
import { countryOf } from './country.ts';
import { checkOptions, type Options } from './options.ts';
import { refusal, translated } from './refusal.ts';

/** Medusa verifies a webhook when its queue reaches it, not when it came. Only the charge that is then read counts. */
const toleranceSeconds = 24 * 60 * 60;

/** The data kept with Medusa's session and payment. The storefront can read it. */
interface Kept {
  session_id: string;
  reference: string;
  url: string;
  amount: string;
  currency_code: string;
  status: string;
}

/** A payment session is one charge: its `data.url` is the page where the customer pays. */
export class PasarelaProvider extends AbstractPaymentProvider<Options> {
  static override identifier = 'pasarela';
  readonly #options: Options;
  readonly #pasarela: Pasarela;

  static override validateOptions(options: Partial<Options>): void {
    checkOptions(options);
  }

  constructor(cradle: Record<string, unknown>, options: Options) {
    super(cradle, options);
    checkOptions(options);
    this.#options = options;
    this.#pasarela = new Pasarela(options);
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const session = text(input.data?.session_id);
    if (session === undefined) throw refusal('INVALID_DATA', 'A payment session is needed for a charge.');
    const kept = await this.#charge(input, session, input.context?.idempotency_key ?? session);
    return { id: kept.reference, status: 'pending', data: { ...kept } };
  }

  /** A charge keeps its amount, so another amount is another charge. One that was paid is never replaced. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const kept = keptIn(input.data);
    const currency = input.currency_code.toUpperCase();
    const amount = exactAmount(input.amount, currency);
    if (currency === kept.currency_code.toUpperCase() && isSameAmount(amount, kept.amount, currency)) {
      return { data: { ...input.data } };
    }
    await this.#end(kept, input.context?.idempotency_key);
    // The charge before is part of the key: the same amount may come back, and is then a third charge.
    const changed = await this.#charge(input, kept.session_id, `${kept.reference}-${amount}-${currency}`);
    return { status: 'pending', data: { ...changed } };
  }

  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return await this.getPaymentStatus({ data: data ?? {} });
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const kept = keptIn(data);
    const charge = await this.#read(kept);
    return { status: sessionStatusOf(charge), data: { ...kept, status: charge.status } };
  }

  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const kept = keptIn(data);
    const charge = await this.#read(kept);
    return {
      data: { ...kept, status: charge.status, refunded: charge.refunded, method: charge.method_code },
    };
  }

  /** Takes all that is held: Medusa does not say an amount. */
  async capturePayment({ data, context }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const kept = keptIn(data);
    const charge = await this.#read(kept);
    if (sessionStatusOf(charge) !== 'captured') {
      const options = { idempotencyKey: context?.idempotency_key ?? `${kept.reference}-capture` };
      const { status } = await translated(this.#pasarela.charges.capture(kept.reference, {}, options));
      if (status !== 'succeeded') {
        throw refusal('NOT_ALLOWED', `The capture is ${status}. Its webhook will tell; then capture again.`);
      }
    }
    return { data: { ...kept, status: 'approved' } };
  }

  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const kept = keptIn(data);
    const charge = await this.#read(kept);
    const part = exactAmount(amount, charge.currency);
    if (context?.idempotency_key === undefined) throw refusal('INVALID_DATA', 'A refund needs its id.');
    const options = { idempotencyKey: context.idempotency_key };
    // USDT goes back on its chain: the same part of what was paid.
    const { status } = charge.crypto
      ? await translated(
          this.#pasarela.orders.refund(
            kept.reference,
            { amount: partInAsset(part, charge.amount_exact, charge.crypto.credited, charge.currency) },
            options,
          ),
        )
      : await translated(this.#pasarela.charges.refund(kept.reference, { amount: part }, options));
    if (status === 'failed') throw refusal('NOT_ALLOWED', 'The refund failed.');
    return { data: { ...data } };
  }

  async cancelPayment({ data, context }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const kept = keptIn(data);
    await this.#end(kept, context?.idempotency_key);
    return { data: { ...kept, status: 'canceled' } };
  }

  /** Medusa also deletes a session that it could not record, and then knows nothing of a charge. */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return text(data?.reference) === undefined
      ? { data: data ?? {} }
      : await this.cancelPayment({ data: data ?? {} });
  }

  async getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const headers = payload.headers as Record<string, string>;
    const event = await verifyWebhook(payload.rawData, headers, this.#options.webhookSecret, {
      toleranceSeconds,
    });
    if (!('transactionId' in event) || event.sample || !event.eventType.startsWith('charge.')) {
      return { action: 'not_supported' };
    }
    const charge = await translated(this.#pasarela.charges.retrieve(event.transactionId));
    const session = charge.metadata?.session_id;
    // A charge of something else than this shop.
    if (session === undefined) return { action: 'not_supported' };
    const amount = charge.captured ?? charge.amount_exact;
    return { action: actionOf(charge), data: { session_id: session, amount } };
  }

  async #charge(
    { amount, currency_code, data = {}, context }: InitiatePaymentInput,
    session: string,
    idempotencyKey: string,
  ): Promise<Kept> {
    const currency = currency_code.toUpperCase();
    const { method, capture, returnUrl } = this.#options;
    const exact = exactAmount(amount, currency);
    // `data` comes from the storefront, so from anybody: nothing in it decides about money.
    const known = {
      method: method ?? text(data.method),
      capture,
      return_url: text(data.return_url) ?? returnUrl,
      email: context?.customer?.email ?? text(data.email),
      language: text(data.language) as 'en' | undefined,
      customer_id: context?.customer?.id,
    };
    const { reference, url } = await translated(
      this.#pasarela.charges.create(
        {
          amount: exact,
          currency,
          country:
            countryOf(text(data.country) ?? context?.customer?.billing_address?.country_code) ??
            this.#options.country,
          metadata: { session_id: session },
          ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as object),
        },
        { idempotencyKey },
      ),
    );
    return { session_id: session, reference, url, amount: exact, currency_code, status: 'open' };
  }

  /** A session is paid by its own charge alone. */
  async #read({ reference, session_id }: Kept): Promise<Charge> {
    const charge = await translated(this.#pasarela.charges.retrieve(reference));
    if (charge.metadata?.session_id !== session_id) {
      throw refusal('NOT_ALLOWED', 'The charge belongs to another payment session.');
    }
    return charge;
  }

  /** Ends a charge that was not paid; one that was is refused, because only a refund gives money back. */
  async #end(kept: Kept, key: string | undefined): Promise<void> {
    const charge = await this.#read(kept);
    const status = sessionStatusOf(charge);
    if (status === 'canceled' || status === 'error') return;
    if (status === 'authorized') {
      const options = { idempotencyKey: key ?? `${kept.reference}-void` };
      await translated(this.#pasarela.charges.void(kept.reference, options));
    } else if (status === 'captured') {
      throw refusal('NOT_ALLOWED', 'The payment was made. Refund it.');
    } else {
      await translated(this.#pasarela.charges.cancel(kept.reference));
    }
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function keptIn(data: Record<string, unknown> | undefined): Kept {
  const { session_id, reference, url, amount, currency_code, status } = data ?? {};
  if (typeof reference !== 'string' || typeof session_id !== 'string') {
    throw refusal('INVALID_DATA', 'This payment session has no charge at Pasarela.');
  }
  return { session_id, reference, url, amount, currency_code, status } as Kept;
}
