/** Codes with the check digits that banks and counters calculate: apps read them, and none leads to real money. */

/** A Pix code (BR Code) of a key that nobody has. */
export function pixCode(reference: bigint, decimal: string): string {
  const field = (id: string, value: string): string =>
    `${id}${String(value.length).padStart(2, '0')}${value}`;
  const body = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', 'sandbox@pasarela.example')),
    field('52', '0000'),
    field('53', '986'),
    field('54', decimal),
    field('58', 'BR'),
    field('59', 'PASARELA SANDBOX'),
    field('60', 'SAO PAULO'),
    field('62', field('05', `SBX${reference}`)),
    '6304',
  ].join('');
  return `${body}${crc16(body)}`;
}

/** CRC-16/CCITT-FALSE: polynomial 1021, from FFFF. */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Weights 3, 7, 1 over 17 digits, each product modulo 10. The bank 999 does not exist. */
export function clabe(reference: bigint): string {
  const digits = `999180${reference.toString().padStart(11, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The 44 digits of the barcode and the 47 that people type. */
export function boleto(reference: bigint, amountMinor: bigint): { barcode: string; line: string } {
  const free = reference.toString().padStart(25, '0');
  const amount = amountMinor.toString().padStart(10, '0');
  // Bank 999, currency 9, no due date.
  const general = modulo11(`9999${'0000'}${amount}${free}`);
  const barcode = `9999${general}${'0000'}${amount}${free}`;
  const parts = [`9999${free.slice(0, 5)}`, free.slice(5, 15), free.slice(15)];
  return { barcode, line: `${parts.map((part) => part + modulo10(part)).join('')}${general}0000${amount}` };
}

/** From the right, weights 2 and 1; the digits of each product are added. */
function modulo10(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const product = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

/** From the right, weights 2 to 9; 0, 10 and 11 become 1. */
function modulo11(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    sum += Number(digits[digits.length - 1 - at]) * ((at % 8) + 2);
  }
  const check = 11 - (sum % 11);
  return check > 9 ? 1 : check;
}
