import type { Mailer } from '../../accounts/mail/mailer.ts';
import type { Environment } from '../../base/ground/env-reader.ts';
import { isAsset } from '../../base/money/asset.ts';
import type { ServedNetwork } from '../../chain/chains/served-network.ts';
import type { Config } from '../../config/config.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkCards } from './check-cards.ts';
import { checkDatabase } from './check-database.ts';
import { checkMail } from './check-mail.ts';
import { checkNetworks } from './check-networks.ts';
import { checkRates } from './check-rates.ts';
import { checkSigner } from './check-signer.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { type Area, areas, type Finding, type Report, reportOf, wordsOf } from './finding.ts';
import { readSettings } from './read-settings.ts';

export interface Examination {
  env: Environment;
  /** The recipient of a test mail; null: none is sent. */
  testAddress: string | null;
  openMailer(config: Config, smtpUrl: string): Mailer;
  /** The networks that the server would use. */
  openServed(config: Config): Promise<readonly ServedNetwork[]>;
  rateSources: Parameters<typeof checkRates>[2];
  processors: Parameters<typeof checkCards>[1];
  openSigner: Parameters<typeof checkSigner>[2];
}

/** Checks everything that the program depends on, before or after it is started, and changes nothing. */
export async function examine(given: Examination): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { config, faults } = readSettings(given.env);
  const settings = reportOf('settings', findings);
  for (const { name, given: value, expected } of faults) {
    settings.fault(`${name}: given ${value}`, name, `Give ${expected}.`);
  }
  if (faults.length === 0) settings.ok(`Every variable can be read (MODE=${config.mode})`);

  const served = given.openServed(config);
  const { openMailer, testAddress, rateSources, processors, openSigner } = given;
  const rateCodes = async () => {
    const assets = new Set<string>((await served).map(({ network }) => network.asset));
    return [...config.crypto.rateSources.keys()].filter((code) =>
      isAsset(code) ? assets.has(code) : assets.size > 0,
    );
  };
  /** Each check with the variables that must be valid before it can run. */
  const checks: Readonly<
    Record<Exclude<Area, 'settings'>, [needs: RegExp, check: (report: Report) => Promise<void>]>
  > = {
    database: [/^DATABASE_URL$/, (report) => checkDatabase(config, report)],
    mail: [/^SMTP_URL$|^MAIL_FROM$/, (report) => checkMail(config, openMailer, testAddress, report)],
    networks: [/_RPC_URLS$/, async (report) => checkNetworks(await served, report)],
    rates: [/^RATE_/, async (report) => checkRates(config, await rateCodes(), rateSources, report)],
    cards: [/^(?:CARD|STRIPE|MERCADOPAGO|DLOCAL)_/, (report) => checkCards(config, processors, report)],
    signer: [/^SIGNER/, async (report) => checkSigner(config, await served, openSigner, report)],
    addresses: [/^$/, (report) => checkAddresses(config, report)],
    webhooks: [/^DATABASE_URL$/, (report) => checkWebhooks(config, report)],
  };
  await Promise.all(
    Object.entries(checks).map(async ([area, [needs, check]]) => {
      const report = reportOf(area as Area, findings);
      const wrong = faults.find(({ name }) => needs.test(name));
      if (wrong) {
        report.skip(`Not checked: ${wrong.name} is wrong`);
        return;
      }
      await check(report).catch((error) => {
        report.fault(
          `It could not be checked: ${wordsOf(error)}`,
          null,
          'Mend what the other areas tell first.',
        );
      });
    }),
  );
  return findings.toSorted((a, b) => areas.indexOf(a.area) - areas.indexOf(b.area));
}
