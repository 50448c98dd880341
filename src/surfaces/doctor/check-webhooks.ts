import { connect as dial, type LookupFunction } from 'node:net';
import { listMerchants } from '../../accounts/merchants/store.ts';
import { askWhoAnswers } from '../../base/db/driver/pooler.ts';
import { serversOf } from '../../base/db/driver/servers.ts';
import { connect } from '../../base/db/pool.ts';
import { checkUrl, guardedLookup, webhookPolicy } from '../../base/egress/guard.ts';
import type { Config } from '../../config/config.ts';
import { type Report, wordsOf } from './finding.ts';

const timeoutMs = 5_000;
const maxTried = 50;

/** Whether this machine reaches the merchants' webhook URLs. Nothing is sent there. */
export async function checkWebhooks(
  { databaseUrl, mode, webhookNetworks }: Config,
  report: Report,
): Promise<void> {
  const urls = databaseUrl === null ? [] : await webhookUrls(databaseUrl).catch(() => null);
  if (urls === null) {
    report.skip('Not checked: the database does not tell the addresses');
    return;
  }
  if (urls.length === 0) {
    report.skip('No merchant has a webhook address yet');
    return;
  }
  const policy = webhookPolicy(mode, webhookNetworks);
  const tried = urls.slice(0, maxTried);
  const failures = await Promise.all(
    tried.map(
      async (url) => checkUrl(url, policy)?.message ?? (await reach(new URL(url), guardedLookup(policy))),
    ),
  );
  tried.forEach((url, at) => {
    const failure = failures[at];
    if (failure === null || failure === undefined) return;
    report.warn(
      `${new URL(url).host}: ${failure}`,
      null,
      'Tell the merchant, or let this machine dial out to it.',
    );
  });
  const reached = failures.filter((failure) => failure === null).length;
  report.ok(`${reached} of ${tried.length} webhook addresses take a connection`);
}

async function webhookUrls(databaseUrl: string): Promise<string[]> {
  const sql = connect(databaseUrl, { ...(await askWhoAnswers(serversOf(databaseUrl))), max: 1 });
  try {
    const [table] = await sql<
      { isThere: boolean }[]
    >`SELECT to_regclass('merchants') IS NOT NULL AS "isThere"`;
    if (!table?.isThere) return [];
    const merchants = await listMerchants(sql);
    return [...new Set(merchants.flatMap(({ enabled, webhookUrl }) => (enabled && webhookUrl) || []))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Why the connection fails; null if it succeeds. */
async function reach(url: URL, lookup: LookupFunction): Promise<string | null> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return await new Promise((tell) => {
    const socket = dial({ host, port, lookup, timeout: timeoutMs }, () => {
      socket.destroy();
      tell(null);
    });
    socket.on('error', (error) => tell(wordsOf(error)));
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  });
}
