import { networkById } from '../../../chain/chains/networks.ts';
import { notation } from '../../../chain/chains/notation.ts';
import { claimHashes } from '../../../crypto/payouts/claim/claim.ts';
import { type Correction, correctEmail } from '../../../crypto/payouts/claim/correct-email.ts';
import { getPayout } from '../../../crypto/payouts/get-payout.ts';
import type { Command } from '../command.ts';
import { formatTime } from '../format.ts';
import { byOption, readReason } from '../person.ts';

/** Mails a code, which is hashed under the installation's key. */
export const setPayoutEmail: Command = {
  name: 'payouts set-email',
  summary: 'Correct the e-mail that a payout’s code is mailed to, until its wallet is confirmed',
  operands: ['<payout>', '<email>'],
  options: {
    by: byOption,
    note: { kind: 'text', value: '<text>', help: 'why', required: true },
  },
  writes: 'acts',
  needs: 'installation',
  async run({ sql, secrets }, input) {
    const [id = '', email = ''] = input.operands;
    const act = { email: email.trim(), actor: await input.by(), note: readReason(input, 'note') };
    const correction = await correctEmail(
      {
        sql,
        secrets,
        hashes: claimHashes(secrets),
        formatAddress: notation.formatAddress,
        networkTitle: (network) => networkById(network)?.title ?? network,
        now: () => new Date(),
      },
      await getPayout(sql, id),
      act,
    );
    const payout = await getPayout(sql, id);
    return {
      json: { ...payout, correction },
      text: `Payout ${payout.id}: codes are mailed to ${payout.email}. ${outcomeOf(correction)}`,
    };
  },
};

function outcomeOf(correction: Correction): string {
  switch (correction.kind) {
    case 'same':
      return 'It was this address already; nothing was changed.';
    case 'corrected':
      return 'The recipient gets one when they enter a wallet.';
    case 'mailed':
      return 'A new one is on its way; those before are void.';
    case 'link_mailed':
      return 'Its link was made anew and is mailed there; the one before is dead.';
    case 'later':
      return `The recipient can ask for another from ${formatTime(correction.until)} on.`;
  }
}
