/** A Mexican bank account: 17 digits and their check digit. */
export function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false;
  const weights = [3, 7, 1];
  const sum = [...text.slice(0, 17)].reduce(
    (total, digit, at) => total + ((Number(digit) * (weights[at % 3] ?? 0)) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}
