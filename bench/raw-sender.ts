import { Agent, request } from 'undici';
import { signatureHeaders } from '../src/events/webhooks/delivery/sign.ts';

/**
 * The baseline of the deliveries: a plain loop that signs the same bodies and posts them with the same number in
 * flight, over kept-alive connections, without a database.
 */
interface Task {
  urls: string[];
  bodies: string[];
  ids: string[];
  secret: string;
  inFlightPerUrl: number;
}

const agent = new Agent({ connections: 64, keepAliveTimeout: 10_000 });

process.on('message', async (task: Task) => {
  const startedAt = performance.now();
  let next = 0;
  async function sendOn(url: string): Promise<void> {
    for (;;) {
      const index = next++;
      const body = task.bodies[index];
      const id = task.ids[index];
      if (body === undefined || id === undefined) return;
      const headers = signatureHeaders({
        id,
        timestampSeconds: Math.floor(Date.now() / 1000),
        body,
        secrets: [task.secret],
      });
      const response = await request(url, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      await response.body.text();
      if (response.statusCode !== 200) throw new Error(`the receiver answered ${response.statusCode}`);
    }
  }
  const lanes = task.urls.flatMap((url) => Array.from({ length: task.inFlightPerUrl }, () => sendOn(url)));
  await Promise.all(lanes);
  process.send?.(task.bodies.length / ((performance.now() - startedAt) / 1000));
});
process.send?.('ready');
