export type Environment = Record<string, string | undefined>;

export interface ConfigFault {
  name: string;
  given: string;
  expected: string;
}

/** Every fault of the environment, one line each. */
export class ConfigError extends Error {
  readonly faults: ConfigFault[];
  constructor(faults: ConfigFault[]) {
    super(
      faults.map((fault) => `${fault.name}: given ${fault.given}, expected ${fault.expected}`).join('\n'),
    );
    this.faults = faults;
  }
}

/** Reads variables one by one and collects their faults, so that all are reported at once. */
export interface EnvReader {
  readonly live: boolean;
  readonly faults: ConfigFault[];
  /** An empty variable counts as unset. */
  get(name: string): string | undefined;
  /** `secret` keeps the given value out of the message. */
  fault(name: string, expected: string, secret?: boolean): void;
  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T;
  wholeNumber(name: string, fallback: number, min: number, max: number): number;
  url(name: string, schemes: string[]): string | null;
}

/** Prepares an address to which a path is appended. */
export function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
}

export function createEnvReader(env: Environment): EnvReader {
  const faults: ConfigFault[] = [];
  const get = (name: string): string | undefined => env[name]?.trim() || undefined;

  function fault(name: string, expected: string, secret = false): void {
    const value = env[name];
    const given =
      value === undefined || value === '' ? 'nothing' : secret ? '(hidden)' : JSON.stringify(value);
    faults.push({ name, given, expected });
  }

  return {
    live: get('MODE') === 'live',
    faults,
    get,
    fault,
    oneOf(name, allowed, fallback) {
      const value = get(name) ?? fallback;
      const found = allowed.find((each) => each === value);
      if (found === undefined) fault(name, `one of ${allowed.join(', ')}`);
      return found ?? fallback;
    },
    wholeNumber(name, fallback, min, max) {
      const value = get(name);
      if (value === undefined) return fallback;
      if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      fault(name, `a whole number from ${min} to ${max}`);
      return fallback;
    },
    url(name, schemes) {
      const value = get(name);
      if (value === undefined) return null;
      const parsed = URL.parse(value);
      if (parsed && schemes.includes(parsed.protocol)) return withoutLastSlashes(value);
      const expected = `an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
      // The value may contain a password.
      fault(name, expected, value.includes('@'));
      return null;
    },
  };
}
