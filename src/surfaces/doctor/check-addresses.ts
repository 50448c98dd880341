import { lookup } from 'node:dns/promises';
import { connect } from 'node:tls';
import type { Config } from '../../config/config.ts';
import { decideSeen, type Seen } from './decide-seen.ts';
import { type Report, wordsOf } from './finding.ts';

const timeoutMs = 10_000;
const dayMs = 86_400_000;
/** Most authorities renew a month before the end: by then half of that time has passed. */
const warnDays = 14;
/** From a network reserved for documentation: nobody has it. */
const forgedAddress = '198.51.100.77';

/** Checks the public URLs from outside: name, certificate, and what arrives through the proxy. */
export async function checkAddresses(config: Config, report: Report): Promise<void> {
  const names = {
    BASE_URL: config.baseUrl,
    LEGACY_AUTH_URL: config.legacyAuthUrl,
    CRYPTO_BASE_URL: config.cryptoBaseUrl,
    CHECKOUT_URL: config.checkoutUrl,
  };
  const given = Object.entries(names).filter(([, url]) => url !== '');
  if (given.length === 0) report.skip('No public address is set');
  const seen = new Set<string>();
  for (const [variable, url] of given) {
    if (seen.has(url)) continue;
    seen.add(url);
    await checkAddress(variable, new URL(url), config, report);
  }
}

async function checkAddress(variable: string, url: URL, config: Config, report: Report): Promise<void> {
  const { hostname, host } = url;
  try {
    await lookup(hostname);
  } catch (error) {
    report.fault(
      `${hostname} has no address (${wordsOf(error)})`,
      variable,
      'Add a record for it to the DNS, or correct the name.',
    );
    return;
  }
  if (url.protocol === 'https:' && !(await checkCertificate(variable, url, report))) return;
  try {
    const answer = await fetch(new URL('/health/live', url), {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    if (answer.status !== 200) {
      report.warn(
        `${host} answers /health/live with ${answer.status}`,
        variable,
        'See that the proxy passes this name on to the program, and that it runs.',
      );
      return;
    }
    report.ok(`${host} leads to the program`);
  } catch (error) {
    report.warn(
      `${host} does not answer (${wordsOf(error)})`,
      variable,
      'Before the first start that is so; after it see the proxy and the firewall.',
    );
    return;
  }
  await checkSeen(url, config, report);
}

/** False: no connection is possible. */
async function checkCertificate(variable: string, { hostname, port }: URL, report: Report): Promise<boolean> {
  const certificate = await new Promise<{ validTo: Date } | Error>((tell) => {
    const socket = connect(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: timeoutMs },
      () => {
        tell({ validTo: new Date(socket.getPeerCertificate().valid_to) });
        socket.end();
      },
    );
    socket.on('error', tell);
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  });
  if (certificate instanceof Error) {
    const isRefused = 'syscall' in certificate || certificate.message === 'no answer in time';
    if (isRefused) {
      report.warn(
        `${hostname} takes no connection (${wordsOf(certificate)})`,
        variable,
        'Before the proxy is set up that is so; after it see the proxy and the firewall.',
      );
    } else {
      report.fault(
        `${hostname}: its certificate is not good (${wordsOf(certificate)})`,
        'TLS_CERT',
        'Renew it at the proxy, or in TLS_CERT and TLS_KEY, with the authorities in between.',
      );
    }
    return false;
  }
  const days = Math.floor((certificate.validTo.getTime() - Date.now()) / dayMs);
  const text = `The certificate of ${hostname} ends in ${days} days`;
  if (days < warnDays) report.warn(text, 'TLS_CERT', 'See why it is not renewed by itself.');
  else report.ok(text);
  return true;
}

/** Asks the program how it saw a request that came through the proxy with a forged address. */
async function checkSeen(url: URL, { metricsToken, mode }: Config, report: Report): Promise<void> {
  if (metricsToken === null || mode !== 'live') return;
  const answer = await fetch(new URL('/health/seen', url), {
    headers: { authorization: `Bearer ${metricsToken}`, 'x-forwarded-for': forgedAddress },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (answer?.status !== 200) return;
  decideSeen((await answer.json()) as Seen, { forgedAddress, host: url.host }, report);
}
