import type { Finding } from '../../doctor/finding.ts';
import type { Command } from '../command.ts';

const marks: Readonly<Record<Finding['status'], string>> = {
  ok: 'ok     ',
  warning: 'WARNING',
  fault: 'FAULT  ',
  skipped: 'skipped',
};

export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'Check settings, database, mail, RPC nodes and everything else the program depends on; changes nothing',
  operands: [],
  options: {
    'mail-to': { kind: 'text', value: '<address>', help: 'send a test mail there' },
  },
  needs: 'environment',
  async run({ env }, input) {
    // Loaded only if needed: it takes as long as all the rest.
    const [
      { examine },
      { openChains },
      { createSmtpMailer },
      { rateSources },
      { processorEntries },
      { openSigner },
    ] = await Promise.all([
      import('../../doctor/examine.ts'),
      import('../crypto/open-chains.ts'),
      import('../../../accounts/mail/smtp.ts'),
      import('../../../chain/rates/registry.ts'),
      import('../../../payments/processors/registry.ts'),
      import('../../../chain/signers/registry.ts'),
    ]);
    const findings = await examine({
      env,
      testAddress: input.text('mail-to') ?? null,
      openMailer: ({ mailFrom, smtpTls }, url) =>
        createSmtpMailer({ url, from: mailFrom, mustEncrypt: smtpTls === 'required' }),
      rateSources,
      processors: processorEntries,
      openSigner,
      async openServed(config) {
        const { served, close } = await openChains(config);
        await close();
        return [...served.values()];
      },
    });
    const count = (status: Finding['status']) => findings.filter((each) => each.status === status).length;
    const sum = `${count('fault')} faults, ${count('warning')} warnings`;
    return {
      json: { findings, faults: count('fault'), warnings: count('warning') },
      text: [...findings.flatMap(linesOf), '', `${sum}.`].join('\n'),
      failed: count('fault') > 0,
    };
  },
};

function linesOf({ area, status, text, variable, advice }: Finding): string[] {
  const line = `${marks[status]}  ${area}: ${text}`;
  if (advice === null) return [line];
  return [line, `         ${variable === null ? '' : `${variable}: `}${advice}`];
}
