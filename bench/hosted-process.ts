import { Agent, request } from 'undici';

/** Opens pages at a card processor: through a charge and its page, or by calling the processor directly. */
export interface Opening {
  count: number;
  atOnce: number;
  /** Whole requests, sent one after the other for each page. */
  steps: {
    url: string;
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body: string | null;
    expected: number;
  }[][];
}

export type OpeningResult = { perSecond: number } | { failure: string };

const agent = new Agent({ connections: 128 });

async function run({ count, atOnce, steps }: Opening): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  async function open(): Promise<void> {
    for (let at = next++; at < count; at = next++) {
      let reference = '';
      for (const { url, method, headers, body, expected } of steps[at] ?? []) {
        const answer = await request(url.replace('{reference}', reference), {
          method,
          headers,
          body,
          dispatcher: agent,
        });
        const text = await answer.body.text();
        if (answer.statusCode !== expected) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`);
        reference = /"reference":"([^"]+)"/.exec(text)?.[1] ?? reference;
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, open));
  return count / ((performance.now() - startedMs) / 1000);
}

process.on('message', async (task: Opening) => {
  const result: OpeningResult = await run(task).then(
    (perSecond) => ({ perSecond }),
    (error: Error) => ({ failure: error.message }),
  );
  process.send?.(result);
});
