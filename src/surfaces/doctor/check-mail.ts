import type { Mailer } from '../../accounts/mail/mailer.ts';
import { newId } from '../../base/db/ids.ts';
import type { Config } from '../../config/config.ts';
import type { Report } from './finding.ts';

/** Signs in at the mail server, and sends a test mail if an address is given. */
export async function checkMail(
  config: Config,
  openMailer: (config: Config, smtpUrl: string) => Mailer,
  testAddress: string | null,
  report: Report,
): Promise<void> {
  const { smtpUrl, mailFrom } = config;
  if (config.mode === 'live' && config.alertEmail === null) {
    report.warn(
      'Nobody is written to when something is wrong',
      'ALERT_EMAIL',
      'Set it to the address of who is on call.',
    );
  }
  if (smtpUrl === null) {
    report.ok("The sandbox's mail catcher takes all mail");
    return;
  }
  const { host } = new URL(smtpUrl);
  const mailer = openMailer(config, smtpUrl);
  try {
    const reason = await mailer.check();
    if (reason !== null) {
      report.fault(`${host}: ${reason}`, 'SMTP_URL', adviceFor(reason));
      return;
    }
    report.ok(`${host} takes the connection and the sign-in`);
    if (testAddress === null) {
      report.skip('No test mail was sent: --mail-to <address> sends one');
      return;
    }
    const sent = await mailer.send({
      to: testAddress,
      subject: 'Pasarela: a test mail',
      text: 'This mail shows that Pasarela can send mail.\n',
      messageId: `${newId()}@${mailFrom.split('@')[1]}`,
    });
    if (sent.outcome === 'sent') report.ok(`${host} took a test mail`);
    else
      report.fault(
        `${host} did not take the test mail: ${sent.cause}`,
        'MAIL_FROM',
        'See that this server may send for MAIL_FROM.',
      );
  } finally {
    await mailer.close();
  }
}

function adviceFor(reason: string): string {
  if (reason.startsWith('sign-in'))
    return 'Give the right user and password in the address; characters such as @ or / are written %40 and %2F.';
  if (reason.startsWith('no TLS')) {
    return 'Use smtps:// or a server that offers STARTTLS; where its authority is a private one, name its file in NODE_EXTRA_CA_CERTS; SMTP_TLS=optional sends in the clear.';
  }
  return 'See that host and port are right, and that a firewall lets this machine through.';
}
