/** Steps the number and shows its total, without asking the server. Numbers beyond the known totals are left to it. */
export function stepQuantity(totals: readonly string[]): void {
  const input = document.getElementById('quantity');
  const total = document.getElementById('total');
  if (!(input instanceof HTMLInputElement) || !total) return;
  const [min, max] = [Number(input.min), Number(input.max)];
  if (max - min >= totals.length) return;
  const show = (): void => {
    const known = totals[Number(input.value) - min];
    if (known !== undefined) total.textContent = known;
  };
  input.addEventListener('input', show);
  for (const [at, button] of [...document.querySelectorAll('.step')].entries()) {
    button.addEventListener('click', (event) => {
      event.preventDefault();
      const next = (Number(input.value) || min) + (at === 0 ? -1 : 1);
      input.value = String(Math.min(max, Math.max(min, next)));
      show();
    });
  }
  // Restored from the back-forward cache with what was typed.
  addEventListener('pageshow', show);
}
