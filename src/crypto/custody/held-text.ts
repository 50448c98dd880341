import { formatAsset } from '../../base/money/asset.ts';
import { assetOn } from '../../chain/chains/networks.ts';
import type { Notation } from '../../chain/chains/port/notation.ts';
import type { HeldOutcome, WrittenWitness } from '../sending/held-outcomes.ts';

/** One text per source, with its account of the transfer. */
export function witnessLines({ network, witnesses }: Pick<HeldOutcome, 'network' | 'witnesses'>): string[] {
  const amount = (units: string): string => formatAsset(BigInt(units), assetOn(network));
  return witnesses.map((witness) => `${witness.node}: ${accountOf(witness, amount)}`);
}

function accountOf(witness: WrittenWitness, amount: (units: string) => string): string {
  const { leftUnits, arrivedUnits, bloomShowsTransfer, walletChangeUnits, recipientChangeUnits } = witness;
  if (witness.outcome === 'transferred') return `shows that all of it arrived (${amount(arrivedUnits)})`;
  if (witness.outcome === 'impossible') return 'says that the transaction can never be in a block';
  if (witness.outcome !== 'unproven') return 'says that the transaction failed';
  return [
    leftUnits === '0'
      ? 'success, without a log of the transfer'
      : `success; its logs show ${amount(leftUnits)} out of the wallet, ${amount(arrivedUnits)} of it to the recipient`,
    ...(bloomShowsTransfer === null
      ? []
      : [`the bloom ${bloomShowsTransfer ? 'says that there is such a log' : 'holds no such log'}`]),
    ...(walletChangeUnits === null
      ? []
      : [`the wallet changed by ${amount(walletChangeUnits)} in that block`]),
    ...(recipientChangeUnits === null ? [] : [`the recipient by ${amount(recipientChangeUnits)}`]),
  ].join('; ');
}

/** Describes a held transfer and the account of each source, for a mail. */
export function describeHeld(notation: Notation, held: HeldOutcome): string {
  const { network, purpose, id, merchantId, to, amountUnits, hash, blockNumber } = held;
  return [
    `${purpose} ${id} of merchant ${merchantId}: ${formatAsset(amountUnits, assetOn(network))} to ${notation.formatAddress(network, to)} on ${network}`,
    `transaction ${notation.formatTransactionHash(network, hash)}, block ${blockNumber}`,
    ...witnessLines(held),
  ].join('\n');
}
