type AddressFaultCode = 'address_malformed' | 'address_checksum' | 'address_of_tron' | 'address_of_ethereum';

/** Why a text is not an address of the network: a stable code and a sentence for a person. */
export interface AddressFault {
  code: AddressFaultCode;
  message: string;
}

export function looksLikeTron(text: string): boolean {
  return /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text) || /^(?:0x)?41[0-9a-f]{40}$/i.test(text);
}

export function looksLikeEvm(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text);
}
