/** What the mail with the code says of the payout, as people write it. */
export interface CodeMail {
  code: string;
  merchantName: string;
  /** In USD, and in the asset with its name. */
  usd: string;
  crypto: string;
  networkTitle: string;
  /** As the network writes it. */
  address: string;
}

/** What the mails about payouts say, in each language. */
export interface PayoutMailTexts {
  code: CodeTexts;
  tried: TriedTexts;
  refusedCodes: RefusedCodesTexts;
}

interface CodeTexts {
  subject(mail: CodeMail): string;
  intro(mail: CodeMail): string;
  code: string;
  amount: string;
  network: string;
  address: string;
  valid(minutes: number): string;
  compare: string;
  stranger(mail: CodeMail): string;
}

interface TriedTexts {
  subject: string;
  text(payoutId: string, hours: number): string;
}

interface RefusedCodesTexts {
  subject(count: number): string;
  greeting(name: string): string;
  intro: string;
  payout: string;
  email: string;
  answer: string;
  more(count: number): string;
  correct: string;
  after: string;
}
