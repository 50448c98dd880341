import type { Report } from './finding.ts';

/** A request as the program saw it. */
export interface Seen {
  address: string;
  protocol: string;
  host: string;
}

/** Whether the proxy's headers are trusted, and can be. */
export function decideSeen(seen: Seen, sent: { forgedAddress: string; host: string }, report: Report): void {
  if (seen.address === sent.forgedAddress) {
    report.fault(
      'Callers can choose the address that the program takes for theirs, and so pass its limits',
      'TRUST_PROXY',
      'Name the proxy alone, and have it replace X-Forwarded-For or add to its end.',
    );
    return;
  }
  if (seen.protocol !== 'https') {
    report.fault(
      `The program takes requests over https for ${seen.protocol}`,
      'TRUST_PROXY',
      'Name the proxy there, and have it send X-Forwarded-Proto.',
    );
    return;
  }
  if (seen.host !== sent.host) {
    report.fault(
      `The program sees the host ${seen.host} in place of ${sent.host}`,
      null,
      'Have the proxy pass on the header Host as it came.',
    );
    return;
  }
  report.ok(`Through the proxy the program sees https, ${seen.host} and the caller ${seen.address}`);
}
