export interface Mail {
  /** One address, without a display name. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Images that the HTML references as `cid:<name>`. */
  images?: { cid: string; mediaType: string; content: Buffer }[];
  /** `local@domain`, the same for every attempt of the same mail: a receiver can then drop a duplicate. */
  messageId: string;
}

/**
 * `retry`: the server could not accept it now. `rejected`: it never will. `cause` holds no credentials, but perhaps an
 * address in the server's words; `reason` is for the log and holds no personal data.
 */
export type MailResult =
  | { outcome: 'sent' }
  | { outcome: 'retry' | 'rejected'; cause: string; reason: string };

export interface Mailer {
  send(mail: Mail): Promise<MailResult>;
  /** Connects and signs in without sending anything; returns why that fails, or null. */
  check(): Promise<string | null>;
  close(): Promise<void>;
}
