import type { NewEvent } from '../../events/outbox/event.ts';
import type { SampleKind } from '../../events/webhooks/send-test-event.ts';
import { sampleNotice as sampleOfCharge } from '../../payments/charges/sample-notice.ts';
import type { CryptoNotice } from './notice-schema.ts';

/** No transaction of any chain has this hash. */
const sampleHash = `0x${'0'.repeat(64)}`;

/** The body of a sample event, for a fictitious crypto order or charge. */
export function sampleNotice(
  kind: SampleKind,
  merchantId: string,
  orderId: string,
  at: Date,
): Pick<NewEvent, 'type' | 'notice'> {
  if (kind !== 'pending' && kind !== 'success' && kind !== 'failed') {
    return sampleOfCharge(kind, merchantId, orderId, at);
  }
  const notice: CryptoNotice = {
    status: kind,
    merchantId,
    amount: '1.00',
    cryptoAmount: kind === 'success' ? '1.000000' : '0.000000',
    currency: 'USDT',
    walletAddress: '',
    transactionHash: kind === 'success' ? sampleHash : '',
    timestamp: at.toISOString(),
    orderId,
    merchantIdCustom: 'SAMPLE',
    typeTransaction: 'cashin',
    network: 'TRC20',
  };
  return { type: `order.${kind}`, notice };
}
