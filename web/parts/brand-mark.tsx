/** The product's sign, as on the customers' pages. */
export function BrandMark() {
  return (
    <span className="mark">
      <svg viewBox="0 0 8 8" width="28" height="28" aria-hidden="true">
        <rect width="8" height="8" rx="2" />
        <path d="m2 4 1.5 1.5L6 3" />
      </svg>
      <strong>Pasarela</strong>
    </span>
  );
}
