/** The two forms of a bank boleto: a barcode of 44 digits, and the number of 47 digits that people type. */

/** null: it is not the barcode of a bank boleto. */
export function numberOfBarcode(barcode: string): string | null {
  if (!/^[1-79]\d{43}$/.test(barcode)) return null;
  const free = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15, 25)];
  const checked = fields.map((field) => `${field}${checkDigit(field)}`).join('');
  return `${checked}${barcode[4]}${barcode.slice(5, 19)}`;
}

/** null: it is not the number of a bank boleto, or a check digit is wrong. */
export function barcodeOfNumber(number: string): string | null {
  if (!/^\d{47}$/.test(number)) return null;
  const free = number.slice(4, 9) + number.slice(10, 20) + number.slice(21, 31);
  const barcode = `${number.slice(0, 4)}${number[32]}${number.slice(33)}${free}`;
  return numberOfBarcode(barcode) === number ? barcode : null;
}

/** Modulo 10: from the right, every second digit doubled, and the digits of the products added. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
