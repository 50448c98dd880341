/** The browser's common name. User-Agent headers also name other browsers, so the order matters. */
export function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((each) => userAgent.includes(each));
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'].find((each) =>
    userAgent.includes(each),
  );
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const known = [browser && (names[browser] ?? browser), system].filter(Boolean);
  return known.length > 0 ? known.join(', ') : null;
}
