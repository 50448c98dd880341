/** What the mail of waiting orders says, in each language. */
export interface WaitingTexts {
  subject(count: number): string;
  greeting(name: string): string;
  intro: string;
  order: string;
  asked: string;
  received: string;
  credited: string;
  undecided: string;
  more(count: number): string;
  decide: string;
  accept: string;
}
