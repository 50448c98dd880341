/** The encodings that a client accepts, from the header accept-encoding. */
export function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const accepted = new Set<string>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    if (!parameters.some((parameter) => /^\s*q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}
