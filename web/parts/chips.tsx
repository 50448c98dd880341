interface ChipsProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

/** A choice of which one is taken at a time, such as a list's filter; in sight as a whole, unlike a select. */
export function Chips<Value extends string>({ label, value, choices, onChange }: ChipsProps<Value>) {
  return (
    <fieldset className="chips">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className="chip"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
