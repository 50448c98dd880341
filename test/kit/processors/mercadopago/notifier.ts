import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedNotification } from '../simulator.ts';
import type { SimulatedOrder } from './books.ts';

/** It repeats a notification until the receiver confirms it. */
const maxTries = 20;
const retryMs = 100;

/** Its notifications, signed when they are sent. */
export function createNotifier(secret: string, now: () => number) {
  const notifications: SimulatedNotification[] = [];
  const stopped = new AbortController();
  let address: string | null = null;

  async function deliver(notification: SimulatedNotification, to: string): Promise<void> {
    for (let attempt = 0; attempt < maxTries && !stopped.signal.aborted; attempt++) {
      const { headers, query, body } = notification.signed();
      const url = `${to}${to.includes('?') ? '&' : '?'}${query}`;
      const response = await fetch(url, { method: 'POST', headers, body, signal: stopped.signal }).catch(
        () => null,
      );
      if (response?.ok) return;
      await wait(retryMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  function push(kind: string, type: string, dataId: string | null, data: object): void {
    const requestId = randomUUID();
    const body = JSON.stringify({
      action: kind,
      api_version: 'v1',
      application_id: '2000000002',
      date_created: new Date(now()).toISOString(),
      id: randomUUID(),
      live_mode: false,
      type,
      user_id: '1000000001',
      data: { ...(dataId !== null && { id: dataId }), ...data },
    });
    const notification: SimulatedNotification = {
      kind,
      signed() {
        const ts = now();
        const ofId = dataId === null ? '' : `id:${dataId.toLowerCase()};`;
        const manifest = `${ofId}request-id:${requestId};ts:${ts};`;
        const v1 = createHmac('sha256', secret).update(manifest).digest('hex');
        return {
          headers: {
            'content-type': 'application/json',
            'x-request-id': requestId,
            'x-signature': `ts=${ts},v1=${v1}`,
          },
          query: new URLSearchParams({ ...(dataId !== null && { 'data.id': dataId }), type }).toString(),
          body,
        };
      },
    };
    notifications.push(notification);
    if (address !== null) void deliver(notification, address);
  }

  return {
    notifications,
    notify(url: string | null): void {
      address = url;
    },
    ofOrder(order: SimulatedOrder, action: string): void {
      push(action, 'order', order.id, {
        external_reference: order.reference,
        status: order.status,
        status_detail: order.detail,
      });
    },
    ofClaim(claimId: string): void {
      push('claims.created', 'topic_claims_integration_wh', claimId, {
        resource: `/post-purchase/v1/claims/${claimId}`,
      });
    },
    /** It names the payment, and has no id of its own. */
    ofFraud(paymentNumber: number): void {
      push('Created', 'stop_delivery_op_wh', null, {
        description: 'desc',
        merchant_order: 249_940_988_000,
        payment_id: paymentNumber,
        site_id: 'MLA',
      });
    },
    ofChargeback(caseId: string): void {
      push('chargebacks', 'topic_chargebacks_wh', caseId, {});
    },
    stop(): void {
      stopped.abort();
    },
  };
}
